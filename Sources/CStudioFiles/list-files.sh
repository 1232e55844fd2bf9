#!/bin/sh
# Writes files.c anew: every file of the page and of the library of patterns, to be embedded. Run it after adding one.
set -eu
cd "$(dirname "$0")"
{
  echo '// Written by list-files.sh.'
  echo '#include "studio_files.h"'
  echo '#pragma clang diagnostic ignored "-Wc23-extensions"'
  rows=""
  number=0
  for file in Page/* ../../Patterns/*.ahap ../../Patterns/Sounds/*.wav; do
    [ -e "$file" ] || continue
    name=$(echo "$file" | sed -e 's|^Page/|page/|' -e 's|^../../Patterns/|library/|')
    printf '\nstatic const unsigned char file_%d[] = {\n#embed "%s"\n};\n' "$number" "$file"
    rows="$rows  {\"$name\", file_$number, sizeof file_$number},
"
    number=$((number + 1))
  done
  printf '\nstatic const struct studio_file files[] = {\n%s};\n\n' "$rows"
  echo 'const struct studio_file *studio_file_at(size_t number) {'
  echo '  return number < sizeof files / sizeof *files ? &files[number] : NULL;'
  echo '}'
} >files.c
