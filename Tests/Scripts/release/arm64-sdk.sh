#!/bin/sh
# Installs an arm64 root as an SDK for the Swift of an x86-64 root, to compile without emulation. Run as root:
# Tests/Scripts/release/arm64-sdk.sh ARM64-ROOT X86-64-ROOT
set -eu
if [ $# -ne 2 ]; then
  echo "usage: $0 ARM64-ROOT X86-64-ROOT" >&2
  exit 64
fi
arm=$1 root=$2
mkdir -p "$root/arm" "$root/sdk.artifactbundle/arm64"
mount --bind "$arm" "$root/arm"
ln -s ../libexec/swift/lib/swift_static "$arm/usr/lib/swift_static"
ln -s / "$arm/arm"
cat >"$root/sdk.artifactbundle/info.json" <<END
{"schemaVersion": "1.0",
  "artifacts": {"arm64": {"type": "swiftSDK", "version": "1", "variants": [{"path": "arm64"}]}}}
END
cat >"$root/sdk.artifactbundle/arm64/swift-sdk.json" <<END
{"schemaVersion": "4.0", "targetTriples": {"aarch64-unknown-linux-gnu": {
  "sdkRootPath": "/arm", "toolsetPaths": ["toolset.json"],
  "swiftResourcesPath": "/arm/usr/libexec/swift/lib/swift",
  "swiftStaticResourcesPath": "/arm/usr/libexec/swift/lib/swift_static"}}}
END
cat >"$root/sdk.artifactbundle/arm64/toolset.json" <<END
{"schemaVersion": "1.0", "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld"]},
  "cCompiler": {"extraCLIOptions": ["-fPIC"]}}
END
chroot "$root" swift sdk install /sdk.artifactbundle
