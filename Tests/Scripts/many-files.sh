#!/bin/bash
# Runs the commands of Docs/ManyFiles.md literally, with GNU parallel and with a real Slurm on this machine. Each run is
# interrupted once and restarted; the files must equal those of a single run. As root.
# Usage: Tests/Scripts/many-files.sh THRUM
set -euo pipefail
thrum=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/../.."
page=$PWD/Docs/ManyFiles.md
place=$(mktemp -d)
started=
clean() {
  cd /
  if [ -n "$started" ]; then
    pkill -F "$place/slurmd.pid" || true
    pkill -F "$place/slurmctld.pid" || true
    while pgrep -x slurmd >/dev/null || pgrep -x slurmctld >/dev/null; do sleep 0.1; done
    pkill -x munged || true
  fi
  rm -rf "$place"
}
trap clean EXIT
mkdir -p "$place/bin" "$place/Haptics"
ln -s "$thrum" "$place/bin/thrum"
export PATH=$place/bin:$PATH
for copy in 1 2 3 4 5 6; do for file in Patterns/*.ahap; do cp "$file" "$place/Haptics/$copy-$(basename "$file")"; done; done
cd "$place"

block() { # heading: its lines of code
  awk -v heading="## $1" '$0 == heading { on = 1; next } /^## / { on = 0 } on && /^    / { print substr($0, 5) }' "$page"
}
count() { if [ -d out ]; then find out -name '*.wav' | wc -l; else echo 0; fi; }
sums() { (cd "$1" && find . -name '*.wav' | sort | xargs sha256sum); }
same() { # what
  [ "$(sums out)" = "$(sums once)" ] || { echo "many files: $1 does not give the bytes of a single run" >&2; exit 1; }
  [ -z "$(find out -name '*.part')" ] || { echo "many files: $1 leaves parts behind" >&2; exit 1; }
  echo "many files: $1, broken off and begun again: $(count) files, byte for byte those of a single run"
}

find Haptics -name '*.ahap' | sort > all.txt
thrum render --list all.txt -o once >/dev/null 2>&1

# GNU parallel
mkdir -p "$HOME/.parallel" && touch "$HOME/.parallel/will-cite"
block "GNU parallel" > parallel.sh
timeout -s KILL 0.3 bash parallel.sh >/dev/null 2>&1 || true
pkill -KILL -f "$place/bin/thrum" || pkill -KILL -x thrum || true
echo "many files: GNU parallel was broken off after $(count) of $(wc -l < all.txt)"
bash parallel.sh >/dev/null 2>&1
same "GNU parallel"
rm -rf out

# Slurm: a controller and a node on this machine. The page requests more than a small machine has.
host=$(hostname -s)
cat > slurm.conf <<CONF
ClusterName=thrum
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
SlurmctldLogFile=$place/slurmctld.log
SlurmdLogFile=$place/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/backfill
SelectType=select/cons_tres
SlurmdParameters=config_overrides
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
mkdir -p state spool
export SLURM_CONF=$place/slurm.conf
started=yes
mkdir -p /run/munge && chown munge: /run/munge
[ -e /etc/munge/munge.key ] || mungekey
pgrep -x munged >/dev/null || runuser -u munge -- munged
slurmctld
slurmd
for _ in $(seq 100); do sinfo -h -o %t 2>/dev/null | grep -q idle && break; sleep 0.1; done
sinfo -h -o %t | grep -q idle || { tail -20 slurmctld.log slurmd.log >&2; exit 1; }
block "A Slurm array" > array.sh
job=$(sbatch --parsable array.sh)
for _ in $(seq 200); do [ "$(count)" -ge 3 ] && break; sleep 0.05; done
scancel --signal=KILL "$job" && scancel "$job"
while squeue -h -j "$job" 2>/dev/null | grep -q .; do sleep 0.1; done
done_before=$(count)
sbatch --parsable --wait array.sh >/dev/null
echo "many files: Slurm was broken off after $done_before of $(wc -l < all.txt)"
same "Slurm"
