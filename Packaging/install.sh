#!/bin/sh
# Installs the command, its manual, completions and desktop files, built by `make build library completions manual`,
# the C library with its headers, and, if `make site` has built it, the documentation. Without DESTDIR, lists what it
# writes in share/thrum/installed.txt, for Packaging/uninstall.sh; first removes what an earlier list names. Replaces no
# file that is in no list: another program's, or one that a package has put there.
# Usage: PREFIX=… [DESTDIR=…] [LIBDIR=…] [ZSHDIR=…] Packaging/install.sh
set -eu
cd "$(dirname "$0")/.."
prefix=${PREFIX:-/usr/local}
libdir=${LIBDIR:-$prefix/lib}
zshdir=${ZSHDIR:-$prefix/share/zsh/site-functions}
# Everything is put together in a folder, whose files are then the list.
to=$(mktemp -d)
trap 'rm -rf "$to"' EXIT
share=$to$prefix/share
version=$(sed -n 's/.*current = "\(.*\)".*/\1/p' Sources/Core/ThrumPattern/ThrumVersion.swift)

install -d "$to$prefix/bin"
Packaging/strip.sh .build/release/thrum "$to$prefix/bin/thrum"
chmod 755 "$to$prefix/bin/thrum"
install -D -m 644 out/library/lib/libthrum.so.1 "$to$libdir/libthrum.so.1"
ln -sf libthrum.so.1 "$to$libdir/libthrum.so"
for header in thrum thrum_plugin thrum_unity; do
  install -D -m 644 "Sources/Bindings/CThrumHeader/include/$header.h" "$to$prefix/include/$header.h"
done
install -d "$to$libdir/pkgconfig"
sed "s|@PREFIX@|$prefix|; s|@LIBDIR@|$libdir|; s|@VERSION@|$version|" Packaging/thrum.pc.in >"$to$libdir/pkgconfig/thrum.pc"
chmod 644 "$to$libdir/pkgconfig/thrum.pc"
install -d "$to$libdir/cmake/thrum"
up=$(realpath -m --relative-to="$libdir/cmake/thrum" "$prefix")
for name in thrumConfig thrumConfigVersion; do
  sed "s|@PREFIX@|$up|; s|@VERSION@|$version|" "Packaging/$name.cmake.in" >"$to$libdir/cmake/thrum/$name.cmake"
  chmod 644 "$to$libdir/cmake/thrum/$name.cmake"
done

install -D -m 644 out/manual/thrum.1 "$share/man/man1/thrum.1"
install -D -m 644 out/completions/thrum.bash "$share/bash-completion/completions/thrum"
install -D -m 644 out/completions/thrum.zsh "$to$zshdir/_thrum"
install -D -m 644 out/completions/thrum.fish "$share/fish/vendor_completions.d/thrum.fish"
install -D -m 644 -t "$share/applications" Packaging/thrum.desktop Packaging/thrum-open.desktop
install -D -m 644 Packaging/thrum.xml "$share/mime/packages/thrum.xml"
install -D -m 644 Packaging/thrum.thumbnailer "$share/thumbnailers/thrum.thumbnailer"
install -D -m 644 Sources/Tools/ThrumStudio/Page/icon.svg "$share/icons/hicolor/scalable/apps/thrum.svg"
install -D -m 644 Packaging/skill/SKILL.md "$share/thrum/SKILL.md"
if [ -e out/web/thrum.html ]; then install -D -m 644 out/web/thrum.html "$share/thrum/thrum.html"; fi
install -D -m 644 LICENSE "$share/doc/thrum/copyright"
if [ -d out/site ]; then
  install -d "$share/doc/thrum"
  cp -r out/site "$share/doc/thrum/html"
  chmod -R u=rwX,go=rX "$share/doc/thrum/html"
fi

target=${DESTDIR:-}
list=$prefix/share/thrum/installed.txt
files=$(mktemp)
made=$(mktemp)
trap 'rm -rf "$to" "$files" "$made"' EXIT
[ -n "$target" ] || : >"$to$list"
find "$to" ! -type d -printf '/%P\n' | LC_ALL=C sort >"$files"
if [ -z "$target" ]; then
  while IFS= read -r file; do
    if [ "$file" = "$list" ] || { [ ! -e "$file" ] && [ ! -L "$file" ]; }; then continue; fi
    if [ -e "$list" ] && grep -qxF -- "$file" "$list"; then continue; fi
    echo "install: $file is there already, and $list does not name it; nothing was installed." >&2
    echo "install: Remove it with whatever has installed it, or choose another PREFIX." >&2
    exit 1
  done <"$files"
  PREFIX="$prefix" LIBDIR="$libdir" ZSHDIR="$zshdir" Packaging/uninstall.sh
else
  install -d "$target"
  rm -rf "$target$prefix/share/doc/thrum/html"
fi
# Lists a folder that has to be made, after those that it is in.
make_folder() {
  [ -d "$target$1" ] && return
  make_folder "$(dirname "$1")"
  install -d -m 755 "$target$1"
  echo "$1/" >>"$made"
}
while IFS= read -r file; do make_folder "$(dirname "$file")"; done <"$files"
# The list is first, so that an installation that was interrupted can be removed.
[ -n "$target" ] || cat "$made" "$files" >"$list"
while IFS= read -r file; do
  [ "$file" = "$list" ] || cp -P --preserve=mode --remove-destination "$to$file" "$target$file"
done <"$files"
[ -n "$target" ] || chmod 644 "$list"
echo "installed $(wc -l <"$files") files; the command is $target$prefix/bin/thrum"
