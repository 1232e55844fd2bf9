#!/bin/sh
# Writes page.c, phone.c, share.c and library.c again: every file of the pages, and of the library of patterns, to be
# embedded. Run it after adding one.
set -eu
cd "$(dirname "$0")"

# embed TABLE PREFIX FOLDER FILE...: one C file with the bytes of each file, in an array that is named after it, and the
# table of them, named from FOLDER on.
embed() {
  table=$1 prefix=$2 folder=$3 rows=""
  shift 3
  echo '// Written by list-files.sh: one table, however long.'
  echo '#include "studio_table.h"'
  echo '#pragma clang diagnostic ignored "-Wc23-extensions"'
  echo 'static const unsigned char'
  comma=""
  for file; do
    path=$prefix${file#"$folder"/}
    name=$(printf %s "$path" | tr -c 'A-Za-z0-9' _)
    printf '%s%s[] = {\n#embed "%s"\n' "$comma" "$name" "$file"
    comma='}, '
    rows="$rows  {\"$path\", $name, sizeof $name},
"
  done
  printf '};\n\nstatic const struct studio_file files[] = {\n%s};\n\n' "$rows"
  echo "const struct studio_table $table = {files, sizeof files / sizeof *files};"
}

# files FOLDER: its files and those in its folders.
files() { find -L "$1" -type f | LC_ALL=C sort; }

page=../../Tools/ThrumStudio/Page phone=../../Tools/ThrumStudio/PhonePage share=../../Tools/ThrumStudio/SharePage
patterns=../../../Patterns
embed studio_page page/ $page $(files $page) >page.c
embed studio_phone phone/ $phone $(files $phone) >phone.c
embed studio_share share/ $share $(files $share) >share.c
embed studio_library library/ $patterns $patterns/*.ahap $patterns/Sounds/*.wav >library.c
