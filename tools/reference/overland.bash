# Written by tools/reference/make_reference.py from the help of the command.
_overland() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} words
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    COMPREPLY=($(compgen -W "gen build merge edit info verify path render bench plot simulate --help --version" -- "$word"))
    return
  fi
  case $command,$before in
    gen,--seed) return ;;
    gen,--percent) return ;;
    gen,--corridor) return ;;
    gen,--scenario) return ;;
    gen,--links) return ;;
    gen,--ways) return ;;
    gen,--cost) return ;;
    gen,--profile) return ;;
    gen,--threads) return ;;
    build,--region-size) return ;;
    build,--spacing) return ;;
    build,--corners) return ;;
    build,--labels) return ;;
    build,--overlays) return ;;
    build,--budget) return ;;
    build,--memory) return ;;
    build,--part) return ;;
    build,--threads) return ;;
    merge,--threads) return ;;
    edit,-o) return ;;
    edit,--patch) return ;;
    edit,--threads) return ;;
    verify,--corners) return ;;
    path,--profile) return ;;
    path,--named) return ;;
    path,--goal-rect) return ;;
    path,--within) return ;;
    path,--limit) return ;;
    path,--limit-expansions) return ;;
    path,--turn-cost) return ;;
    path,--smooth) COMPREPLY=($(compgen -W "none grid any" -- "$word")); return ;;
    path,--layers) return ;;
    path,--trace-format) COMPREPLY=($(compgen -W "lines posthoc" -- "$word")); return ;;
    render,--layers) return ;;
    render,--width) return ;;
    render,--profile) return ;;
    render,--floor) return ;;
    render,--from) return ;;
    render,--to) return ;;
    bench,--profile) return ;;
    bench,--every) return ;;
    bench,--random) return ;;
    bench,--seed) return ;;
    bench,--edits) return ;;
    bench,--patches) return ;;
    bench,--batches) return ;;
    bench,--flow) return ;;
    bench,--within) return ;;
    bench,--goals) return ;;
    bench,--touch) return ;;
    plot,--title) return ;;
    simulate,--units) return ;;
    simulate,--ticks) return ;;
    simulate,--seed) return ;;
    simulate,--rocks) return ;;
    simulate,--budget) return ;;
    simulate,--settle) return ;;
    simulate,--profile) return ;;
    simulate,--threads) return ;;
  esac
  case $word in
  -*) ;;
  *) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  case $command in
    gen) words="--seed -o --percent --corridor --scenario --links --ways --cost --from --legend --profile --threads --progress --help" ;;
    build) words="-o --legend --region-size --spacing --corners --labels --overlays --budget --memory --resume --part --from --threads --json --progress --help" ;;
    merge) words="-o --threads --json --progress --help" ;;
    edit) words="-o --patch --settle --legend --map --threads --json --safe --help" ;;
    info) words="--json --patch --safe --help" ;;
    verify) words="--legend --corners --json --progress --safe --help" ;;
    path) words="--profile --goals --named --goal-rect --within --nearest --move --why --legend --map --limit --limit-expansions --turn-cost --smooth --json --png --layers --trace --trace-format --patch --safe --help" ;;
    render) words="-o --layers --width --no-legend --profile --floor --from --to --patch --safe --help" ;;
    bench) words="--profile --every --random --seed --edits --patches --of --batches --flow --within --goals --touch --yardstick --brief --paths --walks --csv --json --progress --patch --safe --help" ;;
    plot) words="-o --title --scale --work --help" ;;
    simulate) words="--units --ticks --seed --rocks --budget --settle --profile --threads --log --png --json --progress --safe --help" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o filenames -F _overland overland
