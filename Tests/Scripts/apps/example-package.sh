# Sourced by examples.sh, tutorial.sh, planted-bugs.sh and accessors.sh. One package in out/examples/Swish is in turn
# the example, the example with a bug, and each step of the tutorial; planted-bugs.sh and accessors.sh name others.
# Like the example it is three folders below the root, and it is built in the same folder as Tests/Apple/Downstream,
# so Thrum is built only once.
swift=${SWIFT:-swift}
example=$PWD/Docs/Examples/FirstHapticTest
package=$PWD/out/examples/Swish
scratch=$PWD/out/downstream
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
unset THRUM_OPTIMISED THRUM_TOOLS
export SWIFT_BACKTRACE=enable=no

clear_package() {
  mkdir -p "$package"
  rm -rf "$package"/{Package.swift,Sources,Tests}
}

# The tutorial's files; one is called STEP-NAME.
steps=$PWD/Sources/Testing/ThrumTesting/ThrumTesting.docc/Resources
path='s|\.package(path: "\.\./thrum")|.package(name: "thrum", path: "../../..")|' # the only line that differs

place() { # file: copies a step's file to its place in the package
  case ${1##*/??-} in
  Package.swift) sed "$path" "$1" >"$package/Package.swift" ;;
  main.swift) install -D -m 644 "$1" "$package/Sources/Demo/main.swift" ;;
  *Tests.swift) install -D -m 644 "$1" "$package/Tests/SwishTests/${1##*/??-}" ;;
  *.swift) install -D -m 644 "$1" "$package/Sources/Swish/${1##*/??-}" ;;
  esac
  if grep -qs Sounds "$package/Package.swift"; then cp -r "$example/Sources/Swish/Sounds" "$package/Sources/Swish"; fi
}

bare() { # pkg-config finds nothing, so code that needs libasound, libsndfile or cairo fails to build.
  PKG_CONFIG_PATH=$empty PKG_CONFIG_LIBDIR=$empty $swift "$@" --package-path "$package" --scratch-path "$scratch"
}
