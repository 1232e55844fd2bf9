#!/usr/bin/env bash
# Runs the tests of another package on Linux against Thrum, without changing any of its files: the lines of
# Docs/Testing.md are appended to the Package.swift of a copy.
#
# Usage: Tests/Scripts/suite.sh FOLDER [--without TARGET or FILE]... [-- arguments of swift test]
# User interface code cannot be built here: name its target, or its file or folder below FOLDER.
set -euo pipefail
thrum=$(cd "$(dirname "$0")/../.." && pwd)
swift=${SWIFT:-swift}
unset THRUM_OPTIMISED THRUM_TOOLS
[ $# -gt 0 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2; }
folder=$(cd "$1" && pwd)
shift
[ -f "$folder/Package.swift" ] || { echo "suite: there is no Package.swift in $folder" >&2; exit 2; }
copy=$thrum/out/suites/$(basename "$folder")
rm -rf "$copy"; mkdir -p "$copy"
cp -R "$folder/." "$copy"
rm -rf "$copy/.git" "$copy/.build"
without=
while [ "${1:-}" = --without ]; do
  case ${2:-} in
    "" | /* | *..*) echo "suite: --without takes a target, or a file below the folder" >&2; exit 2 ;;
    */*) rm -r "${copy:?}/$2" ;;
    *) without="$without\"$2\", " ;;
  esac
  shift 2
done
[ "${1:-}" != -- ] || shift
for manifest in "$copy"/Package.swift "$copy"/Package@swift-*.swift; do
  [ -e "$manifest" ] || continue
  cat >>"$manifest" <<END

let absent: Set<String> = [${without%, }]
package.products.removeAll { absent.contains(\$0.name) }
package.targets.removeAll { absent.contains(\$0.name) }
package.dependencies.append(.package(name: "thrum", path: "$thrum"))
for target in package.targets where [.regular, .executable, .test].contains(target.type) {
  for product in ["CoreHaptics", "AppleShims"] { target.dependencies.append(.product(name: product, package: "thrum")) }
}
END
done
cd "$copy"
$swift test --scratch-path "$thrum/out/suites/.build-$(basename "$folder")" "$@"
