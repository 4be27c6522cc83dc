# Of tables of `overland bench --csv`, a table a round: the mean and the 99th percentile of first steps,
# and the mean of whole paths, of each problem the median of its rounds. Problems of which there is no
# path are left out. Run with -F,
function median(column, problem,   i, j, sorted, figure) {
  for (i = 1; i <= files; i++) {
    figure = of[i, problem, column]
    for (j = i - 1; j > 0 && sorted[j] > figure; j--) sorted[j + 1] = sorted[j]
    sorted[j + 1] = figure
  }
  return sorted[int((files + 1) / 2)]
}
FNR == 1 { files++; for (i = 1; i <= NF; i++) column[$i] = i; next }
$column["cost"] != "" {
  if (files == 1) problem[++problems] = $1
  of[files, $1, 1] = $column["first_step_us"] + 0
  of[files, $1, 2] = $column["full_path_us"] + 0
}
END {
  if (problems == 0) { print "0 0 0"; exit }
  for (p = 1; p <= problems; p++) {
    first[p] = median(1, problem[p])
    firsts += first[p]
    fulls += median(2, problem[p])
  }
  last = problems - int((problems * 99 + 99) / 100) + 1 # from the largest on
  for (p = 1; p <= last; p++)
    for (q = p + 1; q <= problems; q++)
      if (first[q] > first[p]) { other = first[p]; first[p] = first[q]; first[q] = other }
  printf "%.3f %.3f %.3f\n", firsts / problems, first[last], fulls / problems
}
