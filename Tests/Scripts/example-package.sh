# Sourced by examples.sh and tutorial.sh: one package in out/examples/Swish that takes turns being the example, the
# example with a bug, and the tutorial's steps. Like the example it is three folders below the root, and Thrum is built
# once for all of them.
swift=${SWIFT:-swift}
example=$PWD/Docs/Examples/FirstHapticTest
package=$PWD/out/examples/Swish
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
export SWIFT_BACKTRACE=enable=no

clear_package() {
  mkdir -p "$package"
  rm -rf "$package"/{Package.swift,Sources,Tests}
}

bare() { # pkg-config finds nothing: whoever needs libasound, libsndfile or cairo fails to build here.
  PKG_CONFIG_PATH=$empty PKG_CONFIG_LIBDIR=$empty $swift "$@" --package-path "$package"
}
