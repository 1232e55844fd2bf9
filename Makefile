# Thrum: `make play` to hear it, `make test` to check it. `make` alone lists the rest.

.DEFAULT_GOAL := help
SWIFT ?= swift
PREFIX ?= /usr/local
THRUM := .build/release/thrum
OUT := out
# Static Swift libraries: the command starts a third faster, and needs no toolchain where it is installed. The C library
# uses the same flags so that both share their modules.
PORTABLE := -c release --static-swift-stdlib -Xswiftc -static-stdlib -Xswiftc -use-ld=lld
# Full RELRO and no run path, as distributions expect.
PORTABLE += --disable-local-rpath -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now
# For every processor of the architecture; `make build CPU=native` is faster, on this one. The samples are identical.
CPU ?= $(if $(filter x86_64,$(shell uname -m)),x86-64,generic)
RELEASE = $(PORTABLE) -Xswiftc -target-cpu -Xswiftc $(CPU) $(if $(PUBLISHED),-Xlinker --build-id=none)

.PHONY: help
help: ## List these targets
	@awk -F ':.*## ' '/^##@/ { printf "\n%s\n", substr($$0, 5) } /^[a-z0-9-]+:.*## / { printf "  %-15s %s\n", $$1, $$2 }' Makefile

# Optimise the rendering modules in debug builds (see Package.swift), for every target alike, or each would rebuild.
export THRUM_OPTIMISED := 1
# Include the command and the tools in the package (see Package.swift).
export THRUM_TOOLS := 1

# SwiftPM does not track changes of embedded files.
Sources/Shims/CPage/page.c: $(wildcard Sources/Tools/ThrumStudio/Page/* Sources/Tools/ThrumStudio/Page/*/* Sources/Tools/ThrumStudio/PhonePage/* Sources/Tools/ThrumStudio/SharePage/* Patterns/*.ahap Patterns/Sounds/*.wav)
	Sources/Shims/CPage/list-files.sh

##@ Hear and build

.PHONY: prepare
prepare: ## Install missing Debian packages, unless PREPARED is set
	@$(if $(PREPARED),,.ci/prepare)

# Runs a command and says how long it took: $(call timed,WHAT,COMMAND)
timed = begin=$$(date +%s); $(2) && echo "$(1): $$(($$(date +%s) - begin)) s"

# Runs a build, and again if it left objects for layouts that have changed: $(call current,COMMAND,BUILD)
current = for try in 1 2 3; do $(1) || exit 1; \
  { ! command -v python3 >/dev/null || Tests/Scripts/sources/stale-layouts.py $(2); } && break; done

.PHONY: build
build: prepare Sources/Shims/CPage/page.c ## Build the command: .build/release/thrum
	@$(call timed,build of the command,$(call current,$(SWIFT) build $(RELEASE) --product thrum,.build/release))

.PHONY: play
play: build ## Play Patterns/heartbeat.ahap, and write it as a WAV file and a picture to out/
	@mkdir -p $(OUT)
	@$(THRUM) render Patterns/heartbeat.ahap -o $(OUT)/heartbeat.wav
	@$(THRUM) plot Patterns/heartbeat.ahap -o $(OUT)/heartbeat.png
	@$(THRUM) play Patterns/heartbeat.ahap
	@echo "The same as a file and as a picture: $(OUT)/heartbeat.wav $(OUT)/heartbeat.png"
	@echo "Next: $(THRUM) studio Patterns/, or \`make install\` for the command \`thrum\`"

LIBRARY := $(OUT)/library/lib

.PHONY: web
web: build $(OUT)/web/thrum.wasm ## Build the studio for browsers: out/web/thrum.html, and thrum.wasm with thrum.js
	@cp Sources/Web/thrum.js Sources/Web/questions.d.ts $(OUT)/web/
	@rm -rf $(OUT)/web-parts && $(THRUM) studio --write-page $(OUT)/web-parts
	@Tests/Scripts/hosts/web-page.py $(OUT)/web-parts $(OUT)/web/thrum.wasm $(OUT)/web/thrum.html
	@cp $(OUT)/web/thrum.html $(OUT)/web/index.html

WEB_MODULES := Sources/Core Sources/Formats Sources/Web Sources/Tools/ThrumAnalysis Sources/Tools/ThrumAnswers
WEB_PAGE := Sources/Tools/ThrumStudio/Page Patterns
$(OUT)/web/thrum.wasm: $(shell find $(WEB_MODULES) -type f)
	@$(if $(PREPARED),,.ci/prepare binaryen)
	@SWIFT="$(SWIFT)" Tests/Scripts/hosts/web.sh build

# For the targets that only use it.
$(OUT)/web/thrum.html: $(OUT)/web/thrum.wasm $(shell find $(WEB_PAGE) -type f)
	@$(MAKE) web

.PHONY: library
library: prepare ## Build the C library: out/library/lib/libthrum.so
	@rm -f .build/release/libThrum.so # the linker's map is no input that the build knows of
	$(SWIFT) build $(RELEASE) --product Thrum -Xlinker -soname=libthrum.so.1 -Xlinker -z -Xlinker nodelete \
	  -Xlinker --version-script=$(CURDIR)/Sources/Bindings/CThrum/exports.map
	@mkdir -p $(LIBRARY)
	@SWIFT="$(SWIFT)" Packaging/strip.sh .build/release/libThrum.so $(LIBRARY)/libthrum.so.1
	@ln -sf libthrum.so.1 $(LIBRARY)/libthrum.so

.PHONY: install
install: completions manual library ## Install the command, manual, completions and C library in PREFIX (/usr/local)
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' LIBDIR='$(LIBDIR)' ZSHDIR='$(ZSHDIR)' Packaging/install.sh

.PHONY: uninstall
uninstall: ## Remove from PREFIX what `make install` has written there
	@PREFIX='$(PREFIX)' LIBDIR='$(LIBDIR)' ZSHDIR='$(ZSHDIR)' Packaging/uninstall.sh

.PHONY: clean
clean: ## Remove all build products
	rm -rf .build .build-* $(OUT)

##@ Test

.PHONY: rig
rig: prepare
	@.ci/prepare libsdl2-2.0-0 libqrencode4
	@Tests/Outputs/Rig/build.sh $(OUT)/rig

RIG_ENVIRONMENT := THRUM_RIG="$(CURDIR)/$(OUT)/rig" \
  ALSA_CONFIG_PATH="/usr/share/alsa/alsa.conf:$(CURDIR)/$(OUT)/rig/test.conf"

BIN := .build/debug
LANES := $(BIN)/Lanes $(BIN)/thrumPackageTests.xctest

BUILD_TESTS = $(SWIFT) build --build-tests --explicit-target-dependency-import-check error $(if $(MAKE_TERMOUT),,-q)

.PHONY: build-tests
build-tests: rig Sources/Shims/CPage/page.c
	@echo "building the tests: the first time takes some minutes"
	@$(call timed,build of the tests,$(call current,$(BUILD_TESTS),$(BIN)) && $(SWIFT) build --product Lanes -q)

.PHONY: test
test: build-tests ## Run the tests that need no services (LANE=unit|device, FILTER=pattern)
	@$(if $(FILTER)$(filter device,$(LANE)),,$(call timed,tests of the page,Tests/Scripts/sources/page.sh test))
	@$(RIG_ENVIRONMENT) $(LANES) $(if $(LANE),--lane $(LANE)) $(if $(FILTER),--filter '$(FILTER)') $(NEIGHBOURS)

.PHONY: test-busy
test-busy: build-tests ## Run the tests under load: busy processes, compilers, disk writers, random stops
	@$(RIG_ENVIRONMENT) $(LANES) --busy 2
	@$(RIG_ENVIRONMENT) $(LANES) --compilers 3 --writers 2
	@$(RIG_ENVIRONMENT) $(LANES) --freeze 0.25

.PHONY: lint
lint: ## Check formatting, imports, documents, prose, test lanes, JavaScript types and mutations
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Package.swift
	Tests/Scripts/sources/check-dependencies.py
	Tests/Scripts/sources/check-files.py
	Tests/Scripts/documents/check-documents.py
	Tests/Scripts/documents/check-prose.py
	Tests/Scripts/sources/check-unit.sh
	Tests/Scripts/sources/check-threads.sh
	Tests/Scripts/sources/check-places.sh
	Packaging/sbom.py --check
	Tests/Scripts/mutations/mutations.py check
	Tests/Scripts/sources/page.sh types

.PHONY: e2e
e2e: sound-servers browser ## Test with real PulseAudio and PipeWire, killed and frozen, and the studio in a browser

.PHONY: terminal
terminal: build ## Test the command on a pseudo-terminal: keys, status line, signals, watched files
	@.ci/prepare umockdev gir1.2-umockdev-1.0 python3-gi python3-dbus python3-yaml dbus libglib2.0-bin
	@.ci/prepare git jq libqrencode4
	@cd Tests/Tools/Terminal && ls test_*.py | THRUM=$(CURDIR)/$(THRUM) PYTHONDONTWRITEBYTECODE=1 xargs -P 2 -n 1 python3 -m unittest

.PHONY: downstream
downstream: ## Test whole apps, built the way an app builds Thrum; print the times
	Tests/Scripts/apps/downstream.sh

.PHONY: web-test
web-test: web ## Build the studio for browsers, and hold its module against the command
	SWIFT="$(SWIFT)" THRUM=$(THRUM) Tests/Scripts/hosts/web.sh test Patterns

.PHONY: c-interface
c-interface: build library ## Compare the C header with the library; test it from C, C++ and Python
	THRUM="$(CURDIR)/$(THRUM)" Tests/Scripts/hosts/c-interface.sh $(LIBRARY)

SANITIZERS ?= realtime thread address

.PHONY: sanitize
sanitize: rig ## Run the tests under three sanitizers (SANITIZERS="realtime thread address")
	$(RIG_ENVIRONMENT) Tests/Scripts/sources/sanitize.sh $(SANITIZERS)

FUZZ_SECONDS ?= 600
FUZZ_TARGETS ?= ahap haptic formats scenario studio engine c verdicts

.PHONY: fuzz
fuzz: prepare ## Fuzz every reader and interface (FUZZ_SECONDS=600 per target)
	Tests/Fuzz/fuzz.sh $(FUZZ_SECONDS) $(FUZZ_TARGETS)

SOAK_SECONDS ?= 60
SOAK_HOURS ?= 60
SOAK_ENGINES ?= 10000
SOAK_SEEDS ?= 20000

.PHONY: soak
soak: prepare ## Stress a live engine, run years of virtual time, compare call sequences with a model
	$(SWIFT) build $(RELEASE) --product Soak
	.build/release/Soak hammer $(SOAK_SECONDS)
	.build/release/Soak life $(SOAK_HOURS)
	.build/release/Soak engines $(SOAK_ENGINES)
	$(if $(filter-out 0,$(SOAK_SEEDS)),THRUM_SEEDS=$(SOAK_SEEDS) $(MAKE) test LANE=unit FILTER='the engine matches the model on random sequences')

.PHONY: mutations
mutations: prepare ## Plant a bug in each behaviour in turn; a test must fail (MUTATIONS="LIFE-3" for some)
	@Tests/Scripts/mutations/mutations.py run $(MUTATIONS)

.PHONY: check
check: ## Run a check from Tests/Scripts/checks.mk by NAME; list them without one
	@$(if $(NAME),$(MAKE) --no-print-directory $(NAME),awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-17s %s\n", $$1, $$2 }' Tests/Scripts/checks.mk)

##@ Measure

# More folders of patterns to measure or compare: BENCH_INPUTS="FOLDER ..."
BENCH_INPUTS ?=

# The last file written.
$(OUT)/bench/scale_100000_600s.ahap: Tests/Scripts/measure/bench-inputs.py
	python3 $< $(@D)

.PHONY: bench
bench bench-realtime: CPU = native
bench: build $(OUT)/bench/scale_100000_600s.ahap ## Run all benchmarks, with the patterns of BENCH_INPUTS: a table and out/bench.json
	$(SWIFT) build $(RELEASE) --product Benchmarks
	.build/release/Benchmarks $(OUT)/bench.json $(THRUM) Patterns/buzz-halved-by-curve.ahap \
	  $(OUT)/bench Patterns $(BENCH_INPUTS)
	Tests/Scripts/measure/bench-growth.py $(THRUM)

REALTIME_SECONDS ?= 600

.PHONY: bench-realtime
bench-realtime: prepare ## Measure missed deadlines of 64 frames while all cores are busy (REALTIME_SECONDS=600)
	$(SWIFT) build $(RELEASE) --product Benchmarks
	.build/release/Benchmarks --realtime $(REALTIME_SECONDS) $(OUT)/bench-realtime.json

##@ Generate

.PHONY: docs
docs: prepare ## Build the site of the documentation in out/docs; check its links and Docs/API.md
	@$(if $(PREPARED),,.ci/prepare cmark-gfm python3)
	Tests/Scripts/documents/docs.sh
	Tests/Scripts/documents/api.py --check

.PHONY: site
site: $(if $(PREPARED),,web) ## Build the site without the modules' pages: out/site, which `make install` installs
	@$(if $(PREPARED),,.ci/prepare cmark-gfm python3)
	@rm -rf $(OUT)/site
	@Tests/Scripts/documents/site.py $(OUT)/site
	@Tests/Scripts/documents/check-site.py $(OUT)/site

.PHONY: patterns
patterns: build ## Check the pattern library and draw its pictures
	$(THRUM) lint --strict Patterns
	@mkdir -p Patterns/Pictures
	@for file in Patterns/*.ahap; do \
	  $(THRUM) plot "$$file" -o "Patterns/Pictures/$$(basename "$$file" .ahap).png" --width 1000 --height 420 || exit 1; done
	@echo "pictures: Patterns/Pictures"

.PHONY: pictures
pictures: build ## Draw the pictures for Docs/Actuators.md, Monitors.md, Generate.md and Feel.md; write the README's sound
	Tests/Scripts/documents/pictures.py $(THRUM) Docs
	$(THRUM) render Patterns/heartbeat.ahap --monitor small-speaker -o Docs/heartbeat.flac

##@ Publish

.PHONY: release
release: ## Build the release files of the tag at HEAD in out/release (TAG=HEAD for any commit)
	@SWIFT="$(SWIFT)" .ci/release $(OUT)/release $(TAG)

.PHONY: image
image: ## Build an OCI image of the release in out/release: out/image (as root)
	@.ci/prepare mmdebstrap umoci dpkg-dev debian-archive-keyring
	@Packaging/image.sh $(OUT)/release $(OUT)/image

include Tests/Scripts/checks.mk
