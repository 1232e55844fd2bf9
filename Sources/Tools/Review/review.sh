#!/usr/bin/env bash
# Reviews the patterns of a git tree; run by action.yml. Reads PATHS, BASE, MOTORS, STRICT and OUTPUT from the
# environment. Writes OUTPUT/review.md, findings.sarif and a picture of each changed pattern, and appends the page to
# $GITHUB_STEP_SUMMARY. Exit code 1 if lint or feel has failing findings.
set -euo pipefail
output=${OUTPUT:-haptics-review}
base=${BASE:-}
mkdir -p "$output/pictures"
page=$output/review.md
: >"$page"
read -ra paths <<<"${PATHS:-.}"
code=0

# Findings. Without a single pattern there is nothing to check.
if [ -z "$(git ls-files -- '*.ahap' '*.haptic')" ]; then
  echo "There are no patterns in this repository." | tee "$page"
  exit 0
fi
lint=(thrum lint "${paths[@]}" --sarif "$output/findings.sarif")
[ -z "${MOTORS:-}" ] || lint+=(--on "$MOTORS")
[ "${STRICT:-true}" != true ] || lint+=(--strict)
"${lint[@]}" >"$output/findings.txt" || code=$?
[ "$code" -le 1 ] || { cat "$output/findings.txt"; exit "$code"; }

# What changed, if the base is known: a shallow clone may lack it.
if [ -n "$base" ] && git cat-file -e "$base^{commit}" 2>/dev/null; then
  old=$(mktemp -d)
  trap 'rm -rf "$old"' EXIT
  while IFS= read -r -d '' file; do
    case $file in *.ahap | *.haptic) ;; *) continue ;; esac
    mkdir -p "$old/$(dirname "$file")"
    name=$(printf '%s' "$file" | tr -c 'A-Za-z0-9._-' '_')
    if git show "$base:$file" >"$old/$file" 2>/dev/null && [ -e "$file" ]; then
      thrum diff "$old/$file" "$file" --markdown >"$old/diff" 2>/dev/null || continue
      # The first line names the file by its path in the tree.
      cat "$old/diff" >>"$page"
      thrum compare "$old/$file" "$file" --quiet --plot "$output/pictures/$name.png" >/dev/null || true
    elif [ -e "$file" ]; then
      printf '**%s**: added\n\n' "\`$name\`" >>"$page"
      thrum plot "$file" -o "$output/pictures/$name.png" || true
    else
      printf '**%s**: removed\n\n' "\`$name\`" >>"$page"
    fi
  done < <(git diff --name-only -z "$base" HEAD -- "${paths[@]}")
else
  echo "The base of the change is not in this clone: use fetch-depth 0 to see what changed." >>"$page"
fi
[ -s "$page" ] || echo "No pattern changed." >"$page"
{
  echo
  echo "### Findings"
  echo
  echo '```'
  cat "$output/findings.txt"
  echo '```'
} >>"$page"

[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$page" >>"$GITHUB_STEP_SUMMARY"
if [ -n "${GITHUB_OUTPUT:-}" ]; then
  printf 'sarif=%s\npictures=%s\n' "$output/findings.sarif" "$output/pictures" >>"$GITHUB_OUTPUT"
fi
cat "$page"
exit "$code"
