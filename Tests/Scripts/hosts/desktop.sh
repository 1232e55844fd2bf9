#!/bin/sh
# Checks the desktop files with the desktop's tools: entry, MIME types, thumbnailer.
# Usage: Tests/Scripts/hosts/desktop.sh THRUM
set -eu
thrum=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/../../.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
desktop-file-validate Packaging/*.desktop
mkdir -p "$place/mime/packages" "$place/bin"
cp Packaging/thrum.xml "$place/mime/packages/"
XDG_DATA_HOME=$place update-mime-database "$place/mime"
for type in ahap haptic; do
  grep -q "application/x-$type+json:\*\.$type" "$place/mime/globs" || { echo "desktop: .$type has no type" >&2; exit 1; }
  for file in Packaging/thrum-open.desktop Packaging/thrum.thumbnailer; do
    grep -q "^MimeType=.*application/x-$type+json;" "$file" || { echo "desktop: $file does not name .$type" >&2; exit 1; }
  done
done
# The thumbnailer's command line, run as by a file manager.
ln -s "$thrum" "$place/bin/thrum"
line=$(sed -n 's/^Exec=//p' Packaging/thrum.thumbnailer | sed "s|%i|Patterns/heartbeat.ahap|; s|%o|$place/picture|; s|%s|256|")
PATH=$place/bin:$PATH sh -c "$line"
[ "$(head -c 4 "$place/picture" | tail -c 3)" = PNG ] || { echo "desktop: the thumbnail is no PNG" >&2; exit 1; }
# The entry's command exists and has its options.
for option in $(sed -n 's/^Exec=thrum studio//p' Packaging/*.desktop | tr ' ' '\n' | grep '^--'); do
  "$thrum" studio --help | grep -q -- "$option" || { echo "desktop: thrum studio has no $option" >&2; exit 1; }
done
echo "desktop: the entry, two types and a thumbnail are valid"
