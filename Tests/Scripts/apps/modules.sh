#!/usr/bin/env bash
# Collects the modules for `swiftc -I out/modules` in one folder: CoreHaptics, ThrumTesting and all their imports,
# including the C modules. Puts AppleShims into out/modules-shims. All come from the build of Tests/Apple/Downstream.
set -euo pipefail
cd "$(dirname "$0")/../../.."
swift=${SWIFT:-swift}
unset THRUM_OPTIMISED THRUM_TOOLS
scratch=$PWD/out/downstream
(cd Tests/Apple/Downstream && $swift build --build-tests --scratch-path "$scratch" -q)
products=$(cd Tests/Apple/Downstream && $swift build --scratch-path "$scratch" --show-bin-path)
rm -rf out/modules out/modules-shims
mkdir -p out/modules out/modules-shims
for module in ThrumSystem ThrumTime ThrumPattern ThrumDevice ThrumRender ThrumOffline ThrumEngine ThrumTesting ThrumCombine \
  CoreHaptics; do
  cp "$products/Modules/$module.swiftmodule" out/modules
done
for place in Sources/Shims/CLinux Sources/Shims/COverrides/CTimers; do
  module=${place##*/}
  mkdir "out/modules/$module"
  cp "$place/include/"*.h "out/modules/$module"
  printf 'module %s {\n  umbrella header "%s.h"\n  export *\n}\n' "$module" "$module" >"out/modules/$module/module.modulemap"
done
for place in Sources/Shims/CAppleHeaders/*; do
  module=$(sed -n 's/^module \([A-Za-z]*\) {$/\1/p' "$place/include/module.modulemap")
  folder=out/modules-shims
  [ "$module" = CoreHaptics ] && folder=out/modules
  cp -r "$place/include" "$folder/$module"
done
cp "$products/Modules/ThrumFeedback.swiftmodule" "$products/Modules/ThrumNotifications.swiftmodule" out/modules-shims
for shim in Sources/Apple/AppleShims/*; do
  case ${shim##*/} in WatchKit | Flutter | ExpoModulesCore) continue ;; esac # no part of the product
  cp "$products/Modules/${shim##*/}.swiftmodule" out/modules-shims
done
