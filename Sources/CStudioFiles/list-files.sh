#!/bin/sh
# Writes page.c and library.c anew: every file of the page, and of the library of patterns, to be embedded. Run it after
# adding one.
set -eu
cd "$(dirname "$0")"

# embed TABLE PREFIX FILE...: one C file with the bytes of each file and the table of them.
embed() {
  table=$1 prefix=$2 rows="" number=0
  shift 2
  echo '// Written by list-files.sh.'
  echo '#include "studio_table.h"'
  echo '#pragma clang diagnostic ignored "-Wc23-extensions"'
  for file; do
    printf '\nstatic const unsigned char file_%d[] = {\n#embed "%s"\n};\n' "$number" "$file"
    rows="$rows  {\"$prefix${file#*/}\", file_$number, sizeof file_$number},
"
    number=$((number + 1))
  done
  printf '\nstatic const struct studio_file files[] = {\n%s};\n\n' "$rows"
  echo "const struct studio_table $table = {files, sizeof files / sizeof *files};"
}

embed studio_page page/ Page/* >page.c
# The names lose what leads to the patterns.
embed studio_library library/ ../../Patterns/*.ahap ../../Patterns/Sounds/*.wav | sed 's|"library/\.\./Patterns/|"library/|' >library.c
