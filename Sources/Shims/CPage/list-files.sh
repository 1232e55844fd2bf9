#!/bin/sh
# Writes page.c, phone.c, share.c and library.c again: every file of the pages, and of the library of patterns, to be
# embedded. Run it after adding one.
set -eu
cd "$(dirname "$0")"

# embed TABLE PREFIX FOLDER FILE...: one C file with the bytes of each file and the table of them, named from FOLDER on.
embed() {
  table=$1 prefix=$2 folder=$3 rows="" number=0
  shift 3
  echo '// Written by list-files.sh.'
  echo '#include "studio_table.h"'
  echo '#pragma clang diagnostic ignored "-Wc23-extensions"'
  opening='static const unsigned char'
  for file; do
    printf '%s file_%d[] = {\n#embed "%s"\n' "$opening" "$number" "$file"
    opening='},'
    rows="$rows  {\"$prefix${file#"$folder"/}\", file_$number, sizeof file_$number},"
    [ $((number % 2)) -eq 0 ] || rows="$rows
"
    number=$((number + 1))
  done
  [ $((number % 2)) -eq 0 ] || rows="$rows
"
  printf '};\n\nstatic const struct studio_file files[] = {\n%s};\n\n' "$rows"
  echo "const struct studio_table $table = {files, sizeof files / sizeof *files};"
}

page=../../Tools/ThrumStudio/Page phone=../../Tools/ThrumStudio/PhonePage share=../../Tools/ThrumStudio/SharePage
patterns=../../../Patterns
embed studio_page page/ $page $page/* >page.c
embed studio_phone phone/ $phone $phone/* >phone.c
embed studio_share share/ $share $share/* >share.c
embed studio_library library/ $patterns $patterns/*.ahap $patterns/Sounds/*.wav >library.c
