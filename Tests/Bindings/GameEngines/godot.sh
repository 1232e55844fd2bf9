#!/usr/bin/env bash
# Builds the Godot add-on, opens a project with it in the editor, and runs it with the real library.
# Usage: Tests/Bindings/GameEngines/godot.sh LIBRARY_FOLDER   the folder filled by `make library`
# Needs a C compiler and Debian's godot3-server. GODOT names another headless Godot 3.
set -euo pipefail
library=$(cd "$1" && pwd)
cd "$(dirname "$0")/../../.."
godot=${GODOT:-godot3-server}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
project=$place/project
mkdir -p "$project" "$place/home"
export HOME=$place/home XDG_CONFIG_HOME=$place/home XDG_DATA_HOME=$place/home XDG_CACHE_HOME=$place/home
export THRUM_DEVICE=silent

cp -r Sources/Bindings/Godot/addons "$project/"
rm -rf "$project/addons/thrum/bin"
"$project/addons/thrum/build.sh" "$library" Sources/Bindings/CThrumHeader/include
cp Patterns/heartbeat.ahap "$project/tap.ahap"
cp Tests/Bindings/GameEngines/life.gd "$project/"
printf '%s\n' 'config_version=4' '[application]' 'config/name="Thrum"' '[editor_plugins]' \
  'enabled=PoolStringArray( "thrum" )' >"$project/project.godot"

# An error that Godot reports about a script or library fails the test, whatever the exit code.
run() {
  timeout 120 "$godot" --path "$project" "$@" >"$place/log.txt" 2>&1 || {
    cat "$place/log.txt" >&2
    return 1
  }
  if grep -E 'SCRIPT ERROR|Parse Error|ERROR:.*(addons/thrum|GDNative|dlopen|procedure)' "$place/log.txt" >&2; then
    cat "$place/log.txt" >&2
    return 1
  fi
}

run --editor --quit
test -n "$(find "$project/.import" -name 'tap.ahap-*.res')" || {
  cat "$place/log.txt" >&2
  echo "the editor has not imported tap.ahap" >&2
  exit 1
}
run -s life.gd
result=$(grep '^godot:' "$place/log.txt")

mkdir "$project/addons/probe"
cp Tests/Bindings/GameEngines/probe.gd "$project/addons/probe/plugin.gd"
sed 's/^name=.*/name="Probe"/' Sources/Bindings/Godot/addons/thrum/plugin.cfg >"$project/addons/probe/plugin.cfg"
sed -i 's/( "thrum" )/( "thrum", "probe" )/' "$project/project.godot"
run --editor
grep -q '^probe: 0 failed' "$place/log.txt"
echo "$result; the editor's buttons play and stop"
