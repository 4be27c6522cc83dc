# Merges the sources of the library into one header and one source: see amalgamate.sh, which gives
# the list of files, one a line, and the variables header, source, mark, runtime.
#
# A header stands before the first file that includes it, and once. The macros of a .c file end with
# it, so that two files may use one name.

function fail(text) {
  print "amalgamate: " text > "/dev/stderr"
  exit 1
}

# The comment that begins each of the two files.
function write_head(out, text,   line) {
  print "/* " mark " " text "." > out
  print " * Made by tools/amalgamate.sh" (runtime ? " --runtime" : "") \
        "; to change it, change the sources of Overland." > out
  print " *" > out
  while ((getline line < "LICENSE") > 0) print (line == "" ? " *" : " * " line) > out
  close("LICENSE")
  print " */" > out
}

function is_public(file) { return file ~ /^src\/overland[a-z_]*\.h$/ }

function is_header(file) { return file ~ /\.h$/ }

# The name in a line that includes a file, with its quotes or brackets; "" in other lines.
function included_by(line) {
  if (line !~ /^[ \t]*#[ \t]*include[ \t]/) return ""
  sub(/^[ \t]*#[ \t]*include[ \t]*/, "", line)
  sub(/[ \t]*(\/[*\/].*)?$/, "", line)
  return line
}

# Two headers may not define the same macro: both are there for all files that follow.
function note_macro(line, file,   name) {
  name = line
  sub(/^[ \t]*#[ \t]*define[ \t]*/, "", name)
  sub(/[^A-Za-z0-9_].*/, "", name)
  if (name in home && home[name] != file)
    fail("the macro " name " is defined in " home[name] " and in " file)
  if (is_header(file)) home[name] = file
  else if (index(ended[file], "#undef " name "\n") == 0)
    ended[file] = ended[file] "#undef " name "\n"
}

# Whether a line that includes a file stays. A header of the library is written instead.
function stays(included, depth, file, out,   path) {
  if (included ~ /^"/) {
    path = "src/" substr(included, 2, length(included) - 2)
    if (depth > 0) fail(file " includes " included " inside an #if")
    if (is_public(path)) needed[path] = 1
    if (!is_public(path) || is_public(file)) write_file(path, out)
    return 0
  }
  if (depth > 0) return 1
  if ((out, included) in systems) return 0
  systems[out, included] = 1
  return 1
}

# Writes one file after the headers that it includes. `depth` counts the #if around a line, without
# the guard of a header.
function write_file(file, out,   line, depth, included, text) {
  if (file in written) return
  written[file] = 1
  depth = is_header(file) ? -1 : 0
  while ((getline line < file) > 0) {
    if (line ~ /^[ \t]*#[ \t]*if/) depth++
    if (line ~ /^[ \t]*#[ \t]*endif/) depth--
    if (line ~ /^[ \t]*#[ \t]*define/) note_macro(line, file)
    included = included_by(line)
    if (included == "" || stays(included, depth, file, out)) text = text line "\n"
  }
  close(file)
  if (text == "") fail(file " can't be read")
  printf "\n/* ---- %s ---- */\n\n%s", substr(file, 5), text > out
  if (file in ended) printf "\n%s", ended[file] > out
}

{ files[++count] = $0 }

END {
  if (count == 0) fail("no sources are found")
  write_head(source, "the library")
  print "#include \"overland.h\"" > source
  # Some functions of headers serve baking and editing alone.
  if (runtime)
    print "\n#ifdef __clang__\n#pragma clang diagnostic ignored \"-Wunused-function\"\n#endif" > source
  for (i = 1; i <= count; i++) if (!is_public(files[i])) write_file(files[i], source)
  write_head(header, "the public headers")
  # Of the run-time part, those that its sources include.
  for (i = 1; i <= count; i++)
    if (is_public(files[i]) && (!runtime || files[i] in needed)) write_file(files[i], header)
}
