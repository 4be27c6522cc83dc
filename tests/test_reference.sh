#!/bin/sh
# The manual page, the completions of shells, and the reference of the library as a page: all are what the
# command and the headers say.
. "$(dirname "$0")/checks.sh"
cd "$root" || exit 1
export REFERENCE="$build" # where ninja writes them
if [ -n "$long" ]; then
  check "the shells are there" sh tools/setup.sh bash zsh fish man
fi

# ---- The manual page ----

"$overland" --help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p' | sed '/^overland$/d' >"$work/commands"
while read -r command; do
  grep -q "^\.SS overland $command\$" "$build/overland.1" || echo "$command"
done <"$work/commands" >"$work/wrong"
empty "the manual page has each command" "$work/wrong"
if command -v man >/dev/null 2>&1; then
  man --warnings -l "$build/overland.1" >"$work/page" 2>"$work/wrong"
  empty "it is shown without a warning" "$work/wrong"
  check "it shows an option" grep -q -- '--limit-expansions N' "$work/page"
fi

# ---- Completions ----

# completes NAME WANTED WORD...: bash offers the wanted word for the last of these.
cat >"$work/complete.bash" <<'END'
. "$REFERENCE/overland.bash"
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_overland
printf '%s\n' "${COMPREPLY[@]}"
END
completes() {
  completes_name=$1 wanted=$2
  shift 2
  bash "$work/complete.bash" "$@" >"$work/said" 2>&1
  check "$completes_name" grep -qx -e "$wanted" "$work/said"
}
if command -v bash >/dev/null 2>&1; then
  completes "a command" build overland bu
  completes "an option of a command" --labels overland build --lab
  completes "a value of an option" grid overland path --smooth g
  completes "a file" tools/reference.sh overland path tools/ref
  bash "$work/complete.bash" overland path --labels- >"$work/said"
  check "no option of another command" sh -c "! grep -q labels '$work/said'"
fi

# zsh completes a line that it edits in a terminal of its own: until the whole word stands there.
cat >"$work/complete.zsh" <<'END'
zmodload zsh/zpty
zpty terminal "TERM=dumb PS1= zsh -f -i"
zpty -w terminal "fpath=($REFERENCE \$fpath); autoload -Uz compinit; compinit -u -D; print READY"
zpty -r terminal line $'*\nREADY*'
zpty -n -w terminal "$1"$'\t'
zpty -r terminal line "*$2*"
END
if command -v zsh >/dev/null 2>&1; then
  check "zsh: a command" timeout 60 zsh -f "$work/complete.zsh" "overland bu" "overland build "
  check "zsh: an option" timeout 60 zsh -f "$work/complete.zsh" "overland build --lab" "--labels "
  check "zsh: a value" timeout 60 zsh -f "$work/complete.zsh" "overland path --smooth g" "--smooth grid "
else
  echo "skipped: completions of zsh: it is not installed"
fi

# fish_offers NAME WANTED LINE: fish offers the wanted word for the end of the line.
fish_offers() {
  HOME=$work fish -c "source $build/overland.fish; complete -C '$3'" >"$work/said" 2>&1
  check "fish: $1" grep -qE -e "^$2([[:space:]]|\$)" "$work/said"
}
if command -v fish >/dev/null 2>&1; then
  fish_offers "a command" build "overland bu"
  fish_offers "an option" --labels "overland build --lab"
  fish_offers "a value" grid "overland path --smooth g"
  fish_offers "a file" tools/reference.sh "overland path tools/ref"
  check "fish: no option of another command" sh -c \
    "! HOME='$work' fish -c 'source $build/overland.fish; complete -C \"overland path --lab\"' | grep -q labels"
else
  echo "skipped: completions of fish: it is not installed"
fi

# ---- The page ----

page=$work/reference.html
check "the page is written" python3 tools/reference/make_reference.py --html "$page"
cat src/overland*.h | grep -o '\bovl_[a-z_]*(' | tr -d '(' | sort -u >"$work/functions"
while read -r name; do
  grep -q "id=\"$name\"" "$page" || echo "$name"
done <"$work/functions" | grep -vx 'ovl_jobs' >"$work/wrong"
empty "it has each function" "$work/wrong"
grep -o 'href="#[^"]*"' "$page" | sed 's/href="#//; s/"$//' | sort -u >"$work/links"
while read -r name; do
  grep -qF "id=\"$name\"" "$page" || echo "$name"
done <"$work/links" >"$work/wrong"
empty "each link leads to a place" "$work/wrong"
check "nothing of it leads elsewhere" sh -c "! grep -oE '(src|href)=\"[^#\"]*\"|url\(' '$page' | grep -v 'data:,'"
finish
