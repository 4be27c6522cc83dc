# The commands that pages show, one a line: what is indented by four spaces, or stands between backticks and
# begins with a program's name and an argument. Blocks of code have tests of their own.
#
#   awk -f tests/pages.awk PAGE...

function command(text) {
  sub(/^\$ /, "", text)
  sub(/ +# .*$/, "", text)
  sub(/ +$/, "", text)
  if (text != "") print text
}

# The lines of a paragraph are one text, since what is between backticks goes on from line to line.
function paragraph_ends(    found) {
  while (match(paragraph, /`[^`]+`/)) {
    found = substr(paragraph, RSTART + 1, RLENGTH - 2)
    paragraph = substr(paragraph, RSTART + RLENGTH)
    if (found ~ /^([A-Z_]+=[^ ]+ )*(sh|meson|ninja|cmake|cc|g\+\+|mcs|python3|node|npm|pip|build\/[a-z_]+) ./) command(found)
    else if (found ~ /^overland .* -o / && found !~ /FILE|MAP|KIND|SIDE/) command(found)
  }
  paragraph = ""
}

# Where lines begin with `$ `, others of the block are what these print.
function block_ends(    i) {
  for (i = 1; i <= lines; i++)
    if (!prompts || line[i] ~ /^\$ /) command(line[i])
  lines = prompts = 0
}

FNR == 1 { paragraph_ends(); block_ends(); code = 0 }
/^```/ { paragraph_ends(); block_ends(); code = !code; next }
code { next }
/^    / && paragraph == "" {
  text = substr($0, 5)
  if (continued) sub(/^ */, " ", text)
  if (continued) line[lines] = line[lines] text
  else line[++lines] = text
  continued = text ~ /[|\\]$/
  sub(/ *\\$/, "", line[lines])
  if (text ~ /^\$ /) prompts = 1
  next
}
/^$/ { paragraph_ends(); next }
{ block_ends(); paragraph = paragraph " " $0 }
END { paragraph_ends(); block_ends() }
