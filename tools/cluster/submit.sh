#!/bin/sh
# Bakes a world on a cluster that runs Slurm:
#
#   sh submit.sh MAP FILE.world PARTS [OPTION...]
#
# submits a job array that bakes the parts into FILE.world.parts, and a job that merges them when
# all are there; prints the numbers of both jobs. OPTIONs are those of overland build (--legend,
# --region-size ...). From the environment:
#   OVERLAND          the program (overland)
#   OVERLAND_SBATCH   options for both jobs, as "--partition=short --time=60"
#   OVERLAND_BAKE     options for the array, as "--mem=4G --cpus-per-task=4"
#   OVERLAND_MERGE    options for the merge, as "--mem=4G"
#   OVERLAND_RETRIES  how often a task that failed is tried again (3)
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 4
if [ $# -lt 3 ]; then
  echo "usage: sh submit.sh MAP FILE.world PARTS [OPTION...]" >&2
  exit 2
fi
absolute() { # absolute PATH: from the root on
  case $1 in
  /*) echo "$1" ;;
  *) echo "$PWD/$1" ;;
  esac
}
OVERLAND_MAP=$(absolute "$1")
OVERLAND_WORLD=$(absolute "$2")
OVERLAND_COUNT=$3
OVERLAND_PARTS=$OVERLAND_WORLD.parts
shift 3
OVERLAND_OPTIONS=$*
OVERLAND=$(command -v "${OVERLAND:-overland}") || {
  echo "submit.sh: there is no program ${OVERLAND:-overland}; set OVERLAND" >&2
  exit 2
}
OVERLAND=$(absolute "$OVERLAND")
case $OVERLAND_COUNT in
'' | *[!0-9]* | 0)
  echo "submit.sh: '$OVERLAND_COUNT' is no number of parts" >&2
  exit 2
  ;;
esac
if [ ! -e "$OVERLAND_MAP" ]; then
  echo "submit.sh: there is no map $OVERLAND_MAP" >&2
  exit 3
fi
mkdir -p "$OVERLAND_PARTS" || exit 4
export OVERLAND OVERLAND_MAP OVERLAND_WORLD OVERLAND_COUNT OVERLAND_PARTS OVERLAND_OPTIONS

# shellcheck disable=SC2086 # options are words
array=$(sbatch --parsable --export=ALL --array="1-$OVERLAND_COUNT" \
  --output="$OVERLAND_PARTS/bake-%a.log" ${OVERLAND_SBATCH-} ${OVERLAND_BAKE-} \
  "$here/bake.sbatch") || exit 4
# shellcheck disable=SC2086
merge=$(sbatch --parsable --export=ALL --dependency="afterok:${array%%;*}" \
  --kill-on-invalid-dep=yes --output="$OVERLAND_WORLD.log" ${OVERLAND_SBATCH-} \
  ${OVERLAND_MERGE-} "$here/merge.sbatch") || exit 4
echo "bake ${array%%;*}"
echo "merge ${merge%%;*}"
