#!/bin/sh
# A real Slurm on this machine: tools/cluster/submit.sh submits the job array and the merge, one
# task is killed in the middle, and the world has the bytes of a single run. Only with --long; as
# root it installs slurm-wlm and munge. All daemons are its own and are stopped at the end.
. "$(dirname "$0")/checks.sh"
if [ -z "$long" ]; then
  echo "skipped: a real Slurm takes --long"
  finish
fi
cluster=$work/cluster
nodes=3
mkdir -p "$cluster" && chmod 755 "$work" "$cluster" || exit 1
PATH=$PATH:/usr/sbin:/sbin

# ---- The daemons ----
# Each leaves its number in a file of ours, and only those are stopped.
stop_all() {
  for file in "$cluster"/*.pid; do
    [ -e "$file" ] && kill "$(cat "$file")" 2>/dev/null
  done
  tries=0
  while [ $tries -lt 100 ]; do
    alive=no
    for file in "$cluster"/*.pid; do
      [ -e "$file" ] && kill -0 "$(cat "$file")" 2>/dev/null && alive=yes
    done
    [ $alive = no ] && break
    sleep 0.1
    tries=$((tries + 1))
  done
  for file in "$cluster"/*.pid; do
    [ -e "$file" ] && kill -9 "$(cat "$file")" 2>/dev/null
  done
}
trap 'stop_all; rm -rf "$work"' EXIT

configure() { # configure NODES
  cat >"$cluster/slurm.conf" <<CONF
ClusterName=overland
SlurmctldHost=$(hostname)
SlurmUser=root
SlurmctldPort=$port
AuthType=auth/munge
AuthInfo=socket=$cluster/munge.socket,cred_expire=5
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=2,bf_interval=2,batch_sched_delay=0
ReturnToService=2
KillWait=2
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool.%n
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.%n.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.%n.log
NodeName=n[1-$1] NodeHostname=$(hostname) Port=[$((port + 1))-$((port + $1))] CPUs=1 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=60 State=UP
CONF
}
start_munge() {
  head -c 1024 /dev/urandom >"$cluster/munge.key" && chmod 400 "$cluster/munge.key" || return 1
  munged --force --key-file="$cluster/munge.key" --socket="$cluster/munge.socket" \
    --pid-file="$cluster/munge.pid" --log-file="$cluster/munge.log" \
    --seed-file="$cluster/munge.seed"
}
start_slurm() { # start_slurm NODES
  configure "$1"
  mkdir -p "$cluster/state"
  slurmctld -f "$cluster/slurm.conf" || return 1
  i=1
  while [ $i -le "$1" ]; do
    mkdir -p "$cluster/spool.n$i"
    slurmd -f "$cluster/slurm.conf" -N n$i || return 1
    i=$((i + 1))
  done
}
wait_until() { # wait_until SECONDS COMMAND...: true once the command is
  tries=$(($1 * 5))
  shift
  while ! "$@"; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || return 1
    sleep 0.2
  done
}
all_idle() { [ "$(sinfo -h -o '%T' -N 2>/dev/null | grep -c '^idle$')" = "$nodes" ]; }
job_ended() { ! squeue -h -j "$1" 2>/dev/null | grep -q .; }

check "slurm and munge are there" sh "$root/tools/setup.sh" slurmctld slurmd munged
port=$((20000 + $$ % 10000))
export SLURM_CONF="$cluster/slurm.conf"
check "munge runs" start_munge
check "Slurm runs on $nodes nodes" start_slurm $nodes
check "the nodes are ready" wait_until 60 all_idle

# ---- A world ----
cd "$work" || exit 1
mkdir ids
# The program, which leaves the number of its process where we find it.
cat >overland-of-task <<TASK
#!/bin/sh
echo \$\$ >>$work/ids/\${SLURM_ARRAY_TASK_ID:-merge}
exec $overland "\$@"
TASK
chmod 755 overland-of-task
export OVERLAND="$work/overland-of-task"
"$overland" gen random 6000x6000 --seed 11 --percent 35 --threads 2 -o land.map
"$overland" build land.map -o single.world >/dev/null

submit() { # submit MAP WORLD PARTS [OPTION...]: leaves the numbers of both jobs in array, merge
  sh "$root/tools/cluster/submit.sh" "$@" >numbers 2>errors || return 1
  array=$(sed -n "s/^bake //p" numbers) merge=$(sed -n "s/^merge //p" numbers)
  [ -n "$array" ] && [ -n "$merge" ]
}
kill_task() { # kill_task INDEX: in the middle of its first run
  wait_until 60 test -s "ids/$1" || return 1
  sleep 0.3
  kill -9 "$(head -n 1 "ids/$1")" && echo "killed task $1"
}
check "submits an array and a merge" submit land.map land.world 6
check "kills a task in the middle" kill_task 2
check "all jobs end" wait_until 240 job_ended "$merge"
check "the task that was killed was run again" test "$(wc -l <ids/2)" = 2
check "the others were run once" test "$(cat ids/[13456] | wc -l)" = 5
check "the world has the bytes of a single run" cmp single.world land.world
check "the parts are gone" test ! -e land.world.parts

# ---- Bad input ----
rm -f ids/*
head -c 30000000 land.map >short.map
check "a map that is cut short is submitted" submit short.map short.world 3
check "its jobs end" wait_until 120 job_ended "$merge"
check "none of its tasks is tried again" test "$(cat ids/[123] | wc -l)" = 3
check "it is not merged" test ! -e ids/merge -a ! -e short.world
check "the log of a task says why" grep -q 'short.map: the file ends in row [0-9]*' short.world.parts/bake-1.log
check "no parts are wrong usage" sh -c "! sh '$root/tools/cluster/submit.sh' land.map x.world 0"

stop_all
for file in "$cluster"/*.pid; do
  [ -e "$file" ] && kill -0 "$(cat "$file")" 2>/dev/null && echo "$file"
done >wrong
empty "no daemon is left" wrong
finish
