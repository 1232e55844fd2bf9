#!/bin/sh
# Copies a program or library without its symbols. Usage: Packaging/strip.sh FROM TO
# Uses the toolchain's llvm-objcopy: the strip of binutils drops the read-only segment (GNU_RELRO) that lld writes.
set -eu
swift=$(command -v "${SWIFT:-swift}" || true)
beside=${swift:+$(dirname "$(readlink -f "$swift")")/llvm-objcopy}
for tool in "$beside" llvm-objcopy llvm-objcopy-19 llvm-objcopy-18 llvm-objcopy-16 llvm-objcopy-14; do
  if [ -n "$tool" ] && command -v "$tool" >/dev/null; then
    # Hashes of Swift modules serve incremental builds only, and depend on the folder.
    exec "$tool" --strip-unneeded -R .swift_modhash "$1" "$2"
  fi
done
echo "strip: there is no llvm-objcopy, neither beside swift nor on the PATH: $2 keeps its symbols" >&2
cp "$1" "$2"
