#!/usr/bin/env bash
# Reviews the patterns of a git tree; run by action.yml. Reads PATHS, BASE, MOTORS and STRICT from the environment.
# Writes review.md, findings.sarif and a picture of each changed pattern to a new folder outside the tree, names them in
# $GITHUB_OUTPUT, and appends the page to $GITHUB_STEP_SUMMARY. Exit code 1 if lint or feel has failing findings, or if
# a pattern cannot be reviewed.
#
# The tree may be a stranger's: nothing is written to it, its links are not followed, and no name is taken as an option.
set -euo pipefail
cd "$(pwd -P)"
output=$(mktemp -d -p "${RUNNER_TEMP:-${TMPDIR:-/tmp}}" haptics-review.XXXXXXXX)
old=$(mktemp -d)
trap 'rm -rf "$old"' EXIT
mkdir "$output/pictures"
page=$output/review.md
: >"$page"
read -ra paths <<<"${PATHS:-.}"
code=0

is_pattern() { case $1 in *.ahap | *.haptic | *.he) ;; *) return 1 ;; esac; }
# Whether a path has no link, neither the file nor a folder above it.
is_linkless() { [ "$(realpath -m -- "./$1")" = "$(realpath -ms -- "./$1")" ]; }
is_plain() { [ -f "./$1" ] && is_linkless "$1"; }
shown() { printf '%s' "$1" | tr -c 'A-Za-z0-9._-' '_'; }

finish() { # exit code
  [ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat -- "$page" >>"$GITHUB_STEP_SUMMARY"
  if [ -n "${GITHUB_OUTPUT:-}" ]; then
    printf '%s\n' "page=$page" "sarif=$output/findings.sarif" "pictures=$output/pictures" >>"$GITHUB_OUTPUT"
  fi
  cat -- "$page"
  exit "$1"
}

places=()
for path in "${paths[@]}"; do
  case $path in
    /*) echo "review: $path is not in the tree; give a path from its root" >&2 && exit 66 ;;
  esac
  is_linkless "$path" ||
    { echo "review: $path is or passes a link, which is not followed; give the path it leads to" >&2 && exit 66; }
  [ -e "./$path" ] || { echo "review: $path is not in the tree" >&2 && exit 66; }
  places+=("./$path")
done

# The plain files, without hidden ones, as lint finds them. A list has one name in a line, so a name with a line break
# is refused, not left out.
find -P "${places[@]}" -name '.?*' -prune -o -type f \( -name '*.ahap' -o -name '*.haptic' -o -name '*.he' \) -print0 |
  LC_ALL=C sort -zu >"$old/names"
while IFS= read -r -d '' file; do
  case $file in
    *$'\n'*)
      printf 'The name `%s` has a line break; rename the file to have it reviewed.\n\n' "$(shown "${file#./}")" >>"$page"
      code=1
      ;;
    *) printf '%s\n' "$file" ;;
  esac
done <"$old/names" >"$old/list"
if [ ! -s "$old/list" ]; then
  [ -s "$page" ] || echo "There are no patterns in this repository." >"$page"
  finish "$code"
fi

# Findings.
lint=(thrum lint --list "$old/list" --sarif "$output/findings.sarif")
[ -z "${MOTORS:-}" ] || lint+=("--on=$MOTORS")
[ "${STRICT:-true}" != true ] || lint+=(--strict)
found=0
"${lint[@]}" >"$output/findings.txt" || found=$?
[ "$found" -le 1 ] || { cat -- "$output/findings.txt"; exit "$found"; }
[ "$found" -eq 0 ] || code=1

# The version before the change, if it was a plain file.
before() { # file
  case $(git ls-tree "$base" -- "$1") in 100*) ;; *) return 1 ;; esac
  mkdir -p -- "$old/base/$(dirname -- "./$1")"
  git show "$base:$1" >"$old/base/$1" 2>/dev/null
}

# What changed, if the base is known: a shallow clone may lack it.
if [ -n "${BASE:-}" ] && base=$(git rev-parse --verify --quiet --end-of-options "$BASE^{commit}" 2>/dev/null); then
  while IFS= read -r -d '' file; do
    is_pattern "$file" || continue
    name=$(shown "$file")
    if [ -e "./$file" ] || [ -L "./$file" ]; then
      if ! is_plain "$file"; then
        printf '**%s**: a link or no file; not reviewed\n\n' "\`$name\`" >>"$page"
      elif before "$file"; then
        thrum diff "$old/base/$file" "./$file" --markdown >"$old/diff" 2>/dev/null || continue
        # The first line names the file by its path in the tree.
        cat -- "$old/diff" >>"$page"
        thrum compare "$old/base/$file" "./$file" --quiet --plot "$output/pictures/$name.png" >/dev/null || true
      else
        printf '**%s**: added\n\n' "\`$name\`" >>"$page"
        thrum plot "./$file" -o "$output/pictures/$name.png" || true
      fi
    else
      printf '**%s**: removed\n\n' "\`$name\`" >>"$page"
    fi
  done < <(git --literal-pathspecs diff --name-only --no-renames -z "$base" HEAD -- "${places[@]}")
else
  echo "The base of the change is not in this clone: use fetch-depth 0 to see what changed." >>"$page"
fi
[ -s "$page" ] || echo "No pattern changed." >"$page"
{
  echo
  echo "### Findings"
  echo
  echo '```'
  cat -- "$output/findings.txt"
  echo '```'
} >>"$page"
finish "$code"
