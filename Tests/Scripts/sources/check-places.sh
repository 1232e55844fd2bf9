#!/usr/bin/env bash
# Refuses in Sources what compiles the place of a source file into a program, which then differs from a build in another
# folder: `make release-test` builds in two. `#filePath` is for functions that tests call, whose callers it names.
set -euo pipefail
cd "$(dirname "$0")/../../.."
found=$(
  grep -rnE 'withoutActuallyEscaping|__FILE__|\bassert\(|#include <assert\.h>' --include='*.swift' --include='*.c' \
    --include='*.h' Sources | grep -vE '^[^:]*:[0-9]+: *///' || true
  grep -rnE '#filePath' --include='*.swift' Sources | grep -vE '^Sources/Testing/|^[^:]*:[0-9]+: *///' || true
)
[ -z "$found" ] || {
  echo "$found" >&2
  echo "places: the compiled code contains the path, or its length: mark the closure @escaping, or use #fileID" >&2
  exit 1
}
