#!/usr/bin/env bash
# Runs the tests of another package on Linux against Thrum, without changing any of its files: the lines of
# Docs/Testing.md are appended to the Package.swift of a copy. All packages are built in one folder, so the second does
# not build Thrum again.
#
# Usage: Tests/Scripts/apps/suite.sh FOLDER [--scratch FOLDER] [--without TARGET or FILE]... [--with FOLDER]...
#          [-- arguments of swift test]
# User interface code cannot be built here: name its target, or its file or folder below FOLDER.
# --with is a local copy of a dependency that imports Apple's modules itself, in a folder with the repository's name.
# --scratch is where copies and builds go; out/suites unless given.
set -euo pipefail
thrum=$(cd "$(dirname "$0")/../../.." && pwd)
swift=${SWIFT:-swift}
unset THRUM_OPTIMISED THRUM_TOOLS

refuse() {
  echo "suite: $*" >&2
  exit 64
}

[ $# -gt 0 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 64; }
[ -f "$1/Package.swift" ] || { echo "suite: there is no Package.swift in $1" >&2; exit 66; }
folder=$(cd "$1" && pwd -P)
shift
scratch=$thrum/out/suites
targets=
files=()
others=()
while [ $# -gt 0 ]; do
  case $1 in
    --) shift; break ;;
    --scratch | --without | --with) [ -n "${2:-}" ] || refuse "$1 needs a value" ;;
    *) break ;;
  esac
  case $1,$2 in
    --scratch,*) scratch=$2 ;;
    --without,/* | --without,*..*) refuse "--without takes a target, or a file below the folder, not $2" ;;
    --with,*)
      [ -f "$2/Package.swift" ] || { echo "suite: there is no Package.swift in $2" >&2; exit 66; }
      others+=("$(cd "$2" && pwd -P)") ;;
    --without,*/*) files+=("$2") ;;
    *) targets="$targets\"$2\", " ;;
  esac
  shift 2
done
scratch=$(realpath -m "$scratch")
copy=$scratch/copies/$(basename "$folder")
case $scratch/ in "$folder"/*) refuse "the scratch folder $scratch is inside the package; name another" ;; esac
case $folder/ in "$scratch"/*) refuse "the package $folder is inside the scratch folder; name another" ;; esac
mkdir -p "$scratch/copies"
exec 9>"$scratch/lock"
flock -n 9 || { echo "suite: waiting for another suite in $scratch" >&2; flock 9; }

copies=()
local_names=
for source in "$folder" "${others[@]}"; do
  place=$scratch/copies/$(basename "$source")
  rm -rf "$place"; mkdir -p "$place"
  cp -Rp "$source/." "$place"
  rm -rf "$place/.git" "$place/.build"
  copies+=("$place")
  [ "$source" = "$folder" ] || local_names="$local_names\"$(basename "$source")\", "
done
for file in "${files[@]}"; do rm -r "${copy:?}/$file"; done

# Only Apple's modules that a file names are built and visible.
names=$(find "${copies[@]}" -name '*.swift' -exec grep -hoE '(^|[^A-Za-z0-9_.])(import +([a-z]+ +)?|canImport *\( *)[A-Za-z_]+' {} + \
  | sed -E 's/.*[ (]//' | sort -u)
shims=
for place in "$thrum"/Sources/Apple/AppleShims/[!_]*; do
  if grep -qx "$(basename "$place")" <<<"$names"; then shims="$shims, \"$(basename "$place")\""; fi
done

# Another package's modules would be visible too, and decide its canImport.
subject="$folder$shims"
if [ "$subject" != "$(cat "$scratch/subject" 2>/dev/null)" ]; then
  find "$scratch/build" -path '*/Modules/*' ! -name 'Thrum*' ! -name 'CoreHaptics.*' -delete 2>/dev/null || true
  printf '%s\n' "$subject" >"$scratch/subject"
fi

for manifest in "${copies[@]/%//Package.swift}" "$copy"/Package@swift-*.swift; do
  [ -e "$manifest" ] || continue
  # Local packages have had names in manifests since Swift 5.2.
  path='name: name, path'
  if head -1 "$manifest" | grep -qE 'swift-tools-version: *([0-4]\.|5\.[01]($|[^0-9]))'; then path=path; fi
  cat >>"$manifest" <<END

let absent: Set<String> = [${targets%, }]
package.products.removeAll { absent.contains(\$0.name) }
package.targets.removeAll { absent.contains(\$0.name) }
for name in [${local_names%, }] as [String] {
  let count = package.dependencies.count
  package.dependencies.removeAll { dependency in
    let text = Mirror(reflecting: dependency).children.map { "\(\$0.value)" }.joined()
    return ["/\(name)\"", "/\(name).git\""].contains { text.contains(\$0) }
  }
  if package.dependencies.count < count {
    package.dependencies.append(.package($path: "$scratch/copies/\(name)"))
  }
}
for name in ["thrum"] { package.dependencies.append(.package($path: "$thrum")) }
for target in package.targets where [.regular, .executable, .test].contains(target.type) {
  for product in ["CoreHaptics"$shims] { target.dependencies.append(.product(name: product, package: "thrum")) }
}
END
done
cd "$copy"
$swift test --scratch-path "$scratch/build" "$@"
