#!/usr/bin/env bash
# Builds an OCI image of a release: command, studio and Python module on Debian 13, run by a user without privileges.
# Fetches Debian's packages; the rest needs no network. The same packages give the same bytes. As root.
#
# Usage: Packaging/image.sh RELEASE FOLDER [PACKAGES]
# RELEASE has the packages of `make release`. FOLDER receives thrum-VERSION-linux-ARCHITECTURE.oci.tar, and the fetched
# packages in `packages`, with their checksums. With PACKAGES, such a folder of an earlier build, nothing is fetched.
# MIRROR, a line of sources.list, replaces Debian's servers: with a snapshot's address, packages are those of that day.
set -euo pipefail
umask 022
[ $# -ge 2 ] || { sed -n '5,8s/^# //p' "$0" >&2; exit 64; }
fail() { # exit code, message
  echo "image: $2" >&2
  exit "$1"
}
[ "$(id -u)" = 0 ] || fail 77 "must be run as root"
release=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
suite=trixie
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

ours=("$release"/thrum_*.deb "$release"/libthrum1_*.deb "$release"/python3-thrum_*.deb)
for file in "${ours[@]}"; do
  [ -e "$file" ] || fail 66 "there is no $(basename "$file") in $1: make release builds it"
done
[ ${#ours[@]} = 3 ] || fail 66 "there are packages of several releases in $1"
architecture=$(dpkg-deb -f "${ours[0]}" Architecture)
version=$(dpkg-deb -f "${ours[0]}" Version)
case $architecture in
  amd64) machine=x86_64 ;;
  arm64) machine=aarch64 ;;
  *) fail 65 "no images are built for $architecture" ;;
esac
name=thrum-${version%-*}-linux-$machine.oci.tar
# The time of the commit, which the release's packages have.
dpkg-deb -e "${ours[0]}" "$place/control"
SOURCE_DATE_EPOCH=$(stat -c %Y "$place/control/control")
export SOURCE_DATE_EPOCH
made=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
# All that the command loads when needed; of several names, the first is that of this Debian.
wanted=(thrum python3-thrum)
while read -r one; do wanted+=("$one"); done < <(dpkg-deb -f "${ours[0]}" Recommends | tr ',' '\n' | sed 's/|.*//; s/ //g; /^$/d')

# Fetches the wanted packages, those that Debian cannot do without, and what both need.
fetch() { # folder
  local apt=$place/apt keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  mkdir -p "$1" "$apt"/{etc/apt.conf.d,etc/preferences.d,etc/trusted.gpg.d,state/lists/partial,cache/archives/partial}
  : >"$apt/status"
  if [ -n "${MIRROR:-}" ]; then echo "$MIRROR"; else
    printf "deb [signed-by=$keyring] http://%s main\n" "deb.debian.org/debian $suite" \
      "deb.debian.org/debian $suite-updates" "deb.debian.org/debian-security $suite-security"
  fi >"$apt/etc/sources.list"
  # This machine's settings for fetching stay; everything else is the image's.
  cat >"$apt/apt.conf" <<END
APT::Architecture "$architecture";
APT::Architectures { "$architecture"; };
APT::Install-Recommends "false";
Dir::Etc::sourcelist "$apt/etc/sources.list";
Dir::Etc::sourceparts "$apt/etc/none";
Dir::State "$apt/state";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
Dir::Cache::archives "$1";
APT::Sandbox::User "root";
END
  APT_CONFIG=$apt/apt.conf apt-get update -q --error-on=any &&
    APT_CONFIG=$apt/apt.conf apt-get install -q -y --download-only '?essential' "${wanted[@]:2}" "${ours[@]}" &&
    rm -rf "$1/partial" "$1/lock"
}

packages=${3:-$out/packages}
if [ $# -lt 3 ]; then
  rm -rf "$packages"
  fetch "$packages" >"$place/log" 2>&1 || { tail -20 "$place/log" >&2; fail 69 "the packages cannot be fetched"; }
  (cd "$packages" && sha256sum -- *.deb >SHA256SUMS)
fi
packages=$(cd "$packages" && pwd)
(cd "$packages" && sha256sum --quiet -c SHA256SUMS) || fail 65 "the packages are not those that were fetched"
mkdir "$place/all"
cp "$packages"/*.deb "${ours[@]}" "$place/all"
(
  cd "$place/all"
  dpkg-scanpackages --multiversion . >Packages 2>/dev/null
  # mmdebstrap asks for the essential packages of this release.
  printf 'Codename: %s\nSHA256:\n %s %s Packages\n' "$suite" "$(sha256sum <Packages | cut -d ' ' -f 1)" \
    "$(stat -c %s Packages)" >Release
)

# Runs inside mmdebstrap with the root as $1: the user, and nothing that is only this machine's, raises privileges or
# can be written to.
cat >"$place/finish" <<'END'
set -eu
echo 'thrum:x:1000:1000:Thrum:/tmp:/usr/sbin/nologin' >>"$1/etc/passwd"
echo 'thrum:x:1000:' >>"$1/etc/group"
install -d -o 1000 -g 1000 -m 755 "$1/haptics"
rm -rf "$1"/etc/apt/sources.list* "$1"/etc/hostname "$1"/etc/resolv.conf "$1"/etc/machine-id "$1"/var/log/* "$1"/var/cache/* "$1"/var/lib/apt
find "$1" -xdev ! -type l -perm /6000 -exec chmod ug-s {} +
find "$1" -xdev ! -type l -perm /022 ! -path "$1/tmp" ! -path "$1/dev*" ! -path "$1/proc*" ! -path "$1/sys*" \
  -exec chmod go-w,-t {} +
END
excluded=(/usr/share/man /usr/share/info /usr/share/locale /usr/share/doc-base /usr/share/lintian)
options=()
for folder in "${excluded[@]}"; do options+=(--dpkgopt="path-exclude=$folder/*"); done
unshare --net mmdebstrap --mode=root --variant=essential --architectures="$architecture" "${options[@]}" \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
  --dpkgopt='path-include=/usr/share/doc/thrum/examples/*' --skip=output/dev --skip=cleanup/apt \
  --include="$(IFS=,; echo "${wanted[*]}")" --customize-hook="sh $place/finish \"\$1\"" \
  "$suite" "$place/root.tar" "deb [trusted=yes] copy:$place/all ./" >"$place/log" 2>&1 ||
  { tail -20 "$place/log" >&2; fail 1 "the root cannot be made"; }

layout=$place/layout image=$place/layout:${version%-*}
umoci init --layout "$layout"
umoci new --image "$image"
umoci raw add-layer --image "$image" --history.created "$made" --history.created_by Packaging/image.sh "$place/root.tar"
umoci config --image "$image" --no-history --created "$made" --os linux --architecture "$architecture" \
  --config.user 1000:1000 --config.workingdir /haptics --config.entrypoint thrum --config.cmd=--help \
  --config.env PATH=/usr/bin:/bin --config.env HOME=/tmp --config.env LANG=C.UTF-8 \
  --config.label "org.opencontainers.image.title=thrum" \
  --config.label "org.opencontainers.image.description=Haptic patterns: check, compare, judge, render" \
  --config.label "org.opencontainers.image.version=${version%-*}" \
  --config.label "org.opencontainers.image.licenses=MIT"
umoci gc --layout "$layout" 2>/dev/null
# The name under which it is loaded, and the list that `docker load` needs in versions that read no OCI layout.
python3 - "$layout" "thrum:${version%-*}" <<'END'
import json, pathlib, sys
layout, name = pathlib.Path(sys.argv[1]), sys.argv[2]
blob = lambda about: "blobs/" + about["digest"].replace(":", "/")
index = json.loads((layout / "index.json").read_text())
[image] = index["manifests"]
image["annotations"] = {"org.opencontainers.image.ref.name": name}
(layout / "index.json").write_text(json.dumps(index))
manifest = json.loads((layout / blob(image)).read_text())
layers = [blob(one) for one in manifest["layers"]]
(layout / "manifest.json").write_text(json.dumps([{"Config": blob(manifest["config"]), "RepoTags": [name], "Layers": layers}]))
END
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -C "$layout" \
  -cf "$out/$name" blobs index.json manifest.json oci-layout
echo "$out/$name"
