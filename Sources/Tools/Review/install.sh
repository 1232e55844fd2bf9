#!/usr/bin/env bash
# Puts a `thrum` on the PATH of the action's later steps, unless one is there; run by action.yml. Takes the tarball of
# this version's release if release.sha256 has its digest, and otherwise builds the command. Reads SERVER and
# REPOSITORY, where the action comes from, GITHUB_ACTION_PATH, GITHUB_PATH and RUNNER_TEMP from the environment.
# Exit code 1 if the tarball has another digest: it is neither used nor replaced by a build.
set -euo pipefail
action=$GITHUB_ACTION_PATH
build() { # why
  echo "thrum: $1; building it instead, which takes minutes"
  make -C "$action" build
  echo "$action/.build/release" >>"$GITHUB_PATH"
  exit 0
}
if found=$(command -v thrum); then
  echo "thrum: using $found"
  exit 0
fi

version=$(sed -n 's/.*current = "\(.*\)".*/\1/p' "$action/Sources/Core/ThrumPattern/ThrumVersion.swift")
name=thrum-$version-linux-$(uname -m)
wanted=$(grep -x "[0-9a-f]\{64\}  $name.tar.gz" "$action/Sources/Tools/Review/release.sha256") ||
  build "the action has no digest of $name.tar.gz"
[ -n "${REPOSITORY:-}" ] || build "the action's repository is unknown, as with a path instead of OWNER/NAME"
place=$(mktemp -d -p "${RUNNER_TEMP:-/tmp}")
address=$SERVER/$REPOSITORY/releases/download/v$version/$name.tar.gz
curl --fail --silent --show-error --location --retry 2 --connect-timeout 10 --max-time 120 \
  --output "$place/$name.tar.gz" "$address" || build "$address cannot be fetched"
if ! (cd "$place" && sha256sum --check --status <<<"$wanted"); then
  echo "::error::$address is not the file that the action names: its SHA-256 digest is" \
    "$(sha256sum <"$place/$name.tar.gz" | cut -d ' ' -f 1), not ${wanted%% *}. It was not used." >&2
  exit 1
fi
tar -xzf "$place/$name.tar.gz" -C "$place" "$name/bin"
"$place/$name/bin/thrum" --version >/dev/null || build "the released command does not run here"
echo "$place/$name/bin" >>"$GITHUB_PATH"
echo "thrum: using $version from $address"
