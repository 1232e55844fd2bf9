#!/usr/bin/env bash
# Compiles the Unity package without Unity, checks its imports against thrum.h, and runs it with the real library.
# Usage: Tests/Bindings/GameEngines/unity.sh LIBRARY_FOLDER   the folder filled by `make library`
# Needs mcs and mono: Debian's mono-mcs and mono-runtime.
set -euo pipefail
library=$(cd "$1" && pwd)
cd "$(dirname "$0")/../../.."
tests=Tests/Bindings/GameEngines
package=Sources/Bindings/Unity
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

python3 "$tests/check_bindings.py" Sources/Bindings/CThrumHeader/include/thrum.h "$package/Runtime/Native.cs" \
  "$package/Runtime/Numbers.cs"
for file in package.json Runtime/Thrum.asmdef Editor/Thrum.Editor.asmdef; do
  python3 -m json.tool "$package/$file" >"$place/checked.json"
done

compile=(mcs -langversion:7 -warn:4 -warnaserror -nologo)
# The binding itself must compile without Unity.
mapfile -t plain < <(grep -L '^using Unity' "$package"/Runtime/*.cs)
"${compile[@]}" -target:library -out:"$place/Plain.dll" "${plain[@]}"
"${compile[@]}" -target:library -out:"$place/UnityStubs.dll" "$tests/UnityStubs.cs"
"${compile[@]}" -target:library -r:"$place/UnityStubs.dll" -out:"$place/Thrum.dll" "$package"/Runtime/*.cs
"${compile[@]}" -target:library -r:"$place/UnityStubs.dll" -r:"$place/Thrum.dll" -out:"$place/Thrum.Editor.dll" \
  "$package"/Editor/*.cs
"${compile[@]}" -r:"$place/UnityStubs.dll" -r:"$place/Thrum.dll" -r:"$place/Thrum.Editor.dll" -r:System.Core.dll -debug \
  -out:"$place/Life.exe" "$tests/Life.cs"
LD_LIBRARY_PATH=$library${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} THRUM_DEVICE=silent timeout 120 \
  mono --debug "$place/Life.exe" "$place"
