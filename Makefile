# Thrum: `make play` to hear it, `make test` to check it. `make` alone lists the rest.

.DEFAULT_GOAL := help
SWIFT ?= swift
PREFIX ?= /usr/local
THRUM := .build/release/thrum
OUT := out
# Swift's own libraries are linked in: a process starts a third sooner, and an installed command needs no toolchain. The C
# library is compiled with the same flags, so that it shares the command's modules.
PORTABLE := -c release --static-swift-stdlib -Xswiftc -static-stdlib -Xswiftc -use-ld=lld
# As distributions expect: relocations are resolved at the start and read-only from then on, and nothing is looked for beside the program.
PORTABLE += --disable-local-rpath -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now
# For the processor at hand; `make build CPU=x86-64` is for every one. The samples are the same, bit for bit.
CPU ?= native
RELEASE := $(PORTABLE) -Xswiftc -target-cpu -Xswiftc $(CPU) $(if $(PUBLISHED),-Xlinker --build-id=none)

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

.PHONY: prepare
prepare: ## Install the Debian packages that are missing
	@.ci/prepare

# Debug builds of make optimise what renders and draws, see Package.swift: the same for all targets, or each would build again.
export THRUM_OPTIMISED := 1
# The package has the command and the tools only when asked: see Package.swift.
export THRUM_TOOLS := 1

# The build does not see that an embedded file has changed.
Sources/System/CStudioFiles/page.c: $(wildcard Sources/Tools/ThrumStudio/Page/* Patterns/*.ahap Patterns/Sounds/*.wav)
	Sources/System/CStudioFiles/list-files.sh

.PHONY: build
build: prepare Sources/System/CStudioFiles/page.c ## Build the command: .build/release/thrum
	$(SWIFT) build $(RELEASE) --product thrum

.PHONY: play
play: build ## Hear Patterns/heartbeat.ahap; leave a WAV and a picture of it in out/
	@mkdir -p $(OUT)
	@$(THRUM) render Patterns/heartbeat.ahap -o $(OUT)/heartbeat.wav
	@$(THRUM) plot Patterns/heartbeat.ahap -o $(OUT)/heartbeat.png
	@$(THRUM) play Patterns/heartbeat.ahap
	@echo "The same as a file and as a picture: $(OUT)/heartbeat.wav $(OUT)/heartbeat.png"

.PHONY: rig
rig: prepare
	@.ci/prepare libsdl2-2.0-0
	@Tests/Outputs/Rig/build.sh $(OUT)/rig

RIG_ENVIRONMENT := THRUM_RIG="$(CURDIR)/$(OUT)/rig" \
  ALSA_CONFIG_PATH="/usr/share/alsa/alsa.conf:$(CURDIR)/$(OUT)/rig/test.conf"

BIN := .build/debug
LANES := $(BIN)/Lanes $(BIN)/thrumPackageTests.xctest

.PHONY: build-tests
build-tests: rig Sources/System/CStudioFiles/page.c
	@echo "building the tests: the first time takes some minutes"
	@$(SWIFT) build --build-tests $(if $(MAKE_TERMOUT),,-q)
	@$(SWIFT) build --product Lanes -q

.PHONY: test
test: build-tests ## Run all tests that need no service: LANE=unit or LANE=device for one lane, FILTER=pattern for some
	@$(RIG_ENVIRONMENT) $(LANES) $(if $(LANE),--lane $(LANE)) $(if $(FILTER),--filter '$(FILTER)') $(NEIGHBOURS)

CLONES ?= 20

.PHONY: test-clones
test-clones: ## The same in CLONES (20) fresh clones beside compilers and disk writers; logs in out/clones
	Tests/Scripts/fresh-clones.sh $(CLONES) $(OUT)/clones

.PHONY: test-busy
test-busy: build-tests ## The same beside busy processes, beside compilers and disk writers, then stopped for a quarter of every second
	@$(RIG_ENVIRONMENT) $(LANES) --busy 2
	@$(RIG_ENVIRONMENT) $(LANES) --compilers 3 --writers 2
	@$(RIG_ENVIRONMENT) $(LANES) --freeze 0.25

SEED ?= $(shell date +%s)

.PHONY: test-shuffled
test-shuffled: build-tests ## The unit lane in groups of a random order and width; SEED=7 repeats an order
	@echo "seed $(SEED)"
	@$(RIG_ENVIRONMENT) $(LANES) --lane unit --shuffle $(SEED)

.PHONY: pictures
pictures: build ## Draw the pictures of Docs/Actuators.md, Docs/Monitors.md and Docs/Generate.md again
	Tests/Scripts/pictures.py $(THRUM) Docs

.PHONY: fit-check
fit-check: build ## Find every preset again from a noisy recording of its own rendering
	Tests/Scripts/fit-check.py $(THRUM)

.PHONY: fault-matrix
fault-matrix: ## Write the tables of Docs/Reliability.md again: what comes of every error that a call of ALSA can answer
	THRUM_WRITE_DOCS=1 $(MAKE) test LANE=unit FILTER=FaultMatrixTests

.PHONY: modules
modules: ## Put the modules of CoreHaptics and ThrumTesting into out/modules, for swiftc -I out/modules
	Tests/Scripts/modules.sh

.PHONY: clients
clients: ## Compile client sources against CoreHaptics in both language modes
	Tests/Scripts/clients.sh

.PHONY: symbols
symbols: ## Hold CoreHaptics against the table of its declarations; show that the table can fail
	Tests/Scripts/symbols.sh
	Tests/Scripts/symbols.sh --self-test

.PHONY: examples
examples: ## Test the examples as an app would, without system libraries, and find their planted bugs
	Tests/Scripts/examples.sh

.PHONY: downstream
downstream: ## Test apps as they are, built as an app would; print how long a cold and an incremental build take
	Tests/Scripts/downstream.sh

.PHONY: tutorial
tutorial: ## Build every step of the tutorial, compare its consoles, hold its end against the example
	Tests/Scripts/tutorial.sh

.PHONY: docs
docs: prepare ## Build the modules' documentation and the tutorial: out/docs; hold Docs/API.md against them
	Tests/Scripts/docs.sh
	Tests/Scripts/api.py --check

.PHONY: api
api: prepare ## Write Docs/API.md: what every module declares public
	Tests/Scripts/docs.sh
	Tests/Scripts/api.py

LIBRARY := $(OUT)/library/lib

.PHONY: library
library: prepare ## Build the C library: out/library/lib/libthrum.so, with Swift's own libraries inside
	@rm -f .build/release/libThrum.so # the linker's map is no input that the build knows of
	$(SWIFT) build $(RELEASE) --product Thrum -Xlinker -soname=libthrum.so.1 -Xlinker -z -Xlinker nodelete \
	  -Xlinker --version-script=$(CURDIR)/Sources/Bindings/CThrum/exports.map
	@mkdir -p $(LIBRARY)
	@SWIFT="$(SWIFT)" Packaging/strip.sh .build/release/libThrum.so $(LIBRARY)/libthrum.so.1
	@ln -sf libthrum.so.1 $(LIBRARY)/libthrum.so

.PHONY: c-interface
c-interface: library ## Hold the C header against the library; use it from C, C++ and Python
	Tests/Scripts/c-interface.sh $(LIBRARY)

.PHONY: wheel
wheel: library ## Build a wheel for Python with the C library inside: out/wheel; use it in a fresh virtual environment
	@Tests/Scripts/wheel.py $(LIBRARY)/libthrum.so.1 $(OUT)/wheel
	@Tests/Scripts/wheel-test.sh $(OUT)/wheel/thrum_haptics-*.whl

.PHONY: game-engines
game-engines: library ## Compile the Unity package, press the buttons of the Godot add-on in a headless editor, hold both against the header
	@.ci/prepare mono-mcs mono-runtime libmono-corlib4.5-dll libmono-system-core4.0-cil godot3-server
	@THRUM_STRICT=1 Tests/Bindings/GameEngines/run.sh $(LIBRARY)

.PHONY: terminal
terminal: build ## Play on a pseudo-terminal: keys, status line, signals, watched files
	@cd Tests/Tools/Terminal && ls test_*.py | THRUM=$(CURDIR)/$(THRUM) PYTHONDONTWRITEBYTECODE=1 xargs -P 2 -n 1 python3 -m unittest

.PHONY: studio-sizes
studio-sizes: build ## Compose and edit in the studio at 360, 768, 1024 and 1440 points
	@for size in 360x640 768x1024 1024x768 1440x900; do echo "== $$size"; STUDIO_SIZE=$$size \
	  Tests/Tools/Studio/run.sh $(THRUM) test_compose test_tools test_edit || exit 1; done

.PHONY: studio-pictures
studio-pictures: build ## Compose a pattern in the studio and draw the pictures of Docs/Studio.md again
	Tests/Tools/Studio/run.sh $(THRUM) walkthrough

.PHONY: bench-studio
bench-studio: build ## Measure frames and edits of the studio with 5 000, 20 000 and 100 000 events, in a real browser
	Tests/Tools/Studio/run.sh $(THRUM) bench

.PHONY: e2e
e2e: build library ## Play through a real PulseAudio and a real PipeWire, kill and freeze them; use the studio in a real browser
	Tests/Outputs/EndToEnd/run.sh pulse pipewire
	@.ci/prepare chromium chromium-driver python3
	Tests/Tools/Studio/run.sh $(THRUM)

.PHONY: e2e-frozen
e2e-frozen: build ## Freeze PulseAudio and PipeWire for 22, 30 and 42 s, which takes minutes
	THRUM_FROZEN=1 Tests/Outputs/EndToEnd/run.sh pulse pipewire

SANITIZERS ?= realtime thread address

.PHONY: sanitize
sanitize: rig ## Run the tests under RealtimeSanitizer, ThreadSanitizer and AddressSanitizer
	$(RIG_ENVIRONMENT) Tests/Scripts/sanitize.sh $(SANITIZERS)

FUZZ_SECONDS ?= 600
FUZZ_TARGETS ?= ahap haptic scenario studio engine c verdicts

.PHONY: fuzz
fuzz: prepare ## Feed every reader and interface with what a coverage-guided fuzzer invents (FUZZ_SECONDS=600 a target)
	Tests/Fuzz/fuzz.sh $(FUZZ_SECONDS) $(FUZZ_TARGETS)

.PHONY: fuzz-replay
fuzz-replay: prepare ## Feed the fuzzer's seeds, and what it once found, to its targets
	$(SWIFT) build --product Fuzz
	@for target in $(FUZZ_TARGETS); do .build/debug/Fuzz $$target Tests/Fuzz/Corpus/$$target/* || exit 1; done

.PHONY: mutations
mutations: prepare ## Break every behaviour on purpose, one at a time; its tests must notice (long; MUTATIONS="LIFE-3" for some)
	@Tests/Scripts/mutations.py run $(MUTATIONS)

.PHONY: lint
lint: ## Check formatting, imports against the table of targets, unit tests off the clock, threads stated, and that every mutation applies
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Package.swift
	Tests/Scripts/check-imports.py
	Tests/Scripts/check-imports.py --self-test
	Tests/Scripts/check-documents.py
	Tests/Scripts/check-documents.py --self-test
	Tests/Scripts/check-unit.sh
	Tests/Scripts/check-threads.sh
	Tests/Scripts/mutations.py check

ANDROID ?= Patterns/*.ahap

.PHONY: android
android: build ## Convert patterns to every form for Android and hold the files against what it publishes
	@python3 Tests/Formats/Android/check.py $(THRUM) $(ANDROID)

.PHONY: patterns
patterns: build ## Check our own patterns and draw their pictures
	$(THRUM) lint --strict Patterns
	@mkdir -p Patterns/Pictures
	@for file in Patterns/*.ahap; do \
	  $(THRUM) plot "$$file" -o "Patterns/Pictures/$$(basename "$$file" .ahap).png" --width 1000 --height 420 || exit 1; done
	@echo "pictures: Patterns/Pictures"

.PHONY: bits
bits: build ## Hold the samples of this processor's build against those of a build for every processor; list them in out/bits.txt
	$(SWIFT) build -q $(PORTABLE) --scratch-path $(OUT)/portable --product thrum
	@Tests/Scripts/bits.sh $(THRUM) $(BENCH_INPUTS) > $(OUT)/bits.txt
	@Tests/Scripts/bits.sh $(OUT)/portable/release/thrum $(BENCH_INPUTS) | diff $(OUT)/bits.txt - \
	  && echo "bits: $$(wc -l < $(OUT)/bits.txt) renderings are the same on this processor and for every one"

# Folders of patterns that are measured, or compared, beside those of `make bench`: BENCH_INPUTS="FOLDER ..."
BENCH_INPUTS ?=

# The last one that is written.
$(OUT)/bench/scale_100000_600s.ahap: Tests/Scripts/bench-inputs.py
	python3 $< $(@D)

.PHONY: bench
bench: build $(OUT)/bench/scale_100000_600s.ahap ## Measure, the patterns of BENCH_INPUTS too; a table, and out/bench.json
	$(SWIFT) build $(RELEASE) --product Benchmarks
	.build/release/Benchmarks $(OUT)/bench.json $(THRUM) Patterns/buzz-halved-by-curve.ahap \
	  $(OUT)/bench Patterns $(BENCH_INPUTS)

REALTIME_SECONDS ?= 600

.PHONY: bench-generate
bench-generate: prepare ## How good patterns made from known sounds are, and how fast that is
	swift build -c release --product Benchmarks
	.build/release/Benchmarks --generate

.PHONY: bench-realtime
bench-realtime: prepare ## Deadlines of 64 frames with all cores busy, for REALTIME_SECONDS (600)
	$(SWIFT) build $(RELEASE) --product Benchmarks
	.build/release/Benchmarks --realtime $(REALTIME_SECONDS) $(OUT)/bench-realtime.json

.PHONY: bench-check
bench-check: prepare ## Half a minute: ratios of one run, against generous bounds
	$(SWIFT) build $(RELEASE) --product Benchmarks
	.build/release/Benchmarks --ratios $(OUT)/bench-check.json

SOAK_SECONDS ?= 60
SOAK_HOURS ?= 60
SOAK_ENGINES ?= 10000
SOAK_SEEDS ?= 20000

.PHONY: soak
soak: prepare ## Hammer a live engine for SOAK_SECONDS (60), lead a random life of SOAK_HOURS (60) in virtual time, make and drop SOAK_ENGINES (10000), hold SOAK_SEEDS (20000) sequences against the model
	$(SWIFT) build $(RELEASE) --product Soak
	.build/release/Soak hammer $(SOAK_SECONDS)
	.build/release/Soak life $(SOAK_HOURS)
	.build/release/Soak engines $(SOAK_ENGINES)
	$(if $(filter-out 0,$(SOAK_SEEDS)),THRUM_SEEDS=$(SOAK_SEEDS) $(MAKE) test LANE=unit FILTER='the engine does what the model does')

SOAK_LIVE_SECONDS ?= 600

.PHONY: soak-live
soak-live: prepare ## A random life over a real PulseAudio that is killed every 20 s, for SOAK_LIVE_SECONDS (600)
	$(SWIFT) build $(RELEASE) --product Soak
	Tests/Outputs/EndToEnd/soak.sh $(SOAK_LIVE_SECONDS)

.PHONY: completions
completions: build ## Write completion scripts to out/completions
	@mkdir -p $(OUT)/completions
	@for shell in bash zsh fish; do $(THRUM) --generate-completion-script $$shell > $(OUT)/completions/thrum.$$shell; done
	@echo "completions: $(OUT)/completions"

.PHONY: manual
manual: build ## Write the manual page to out/manual
	@mkdir -p $(OUT)/manual
	@$(THRUM) manual > $(OUT)/manual/thrum.1
	@echo "manual page: $(OUT)/manual/thrum.1"

.PHONY: index-build
index-build: ## Build what Swift Package Index builds, with its command: no system package is needed
	SPI_BUILD=1 $(SWIFT) build --scratch-path .build-index --triple $(shell uname -m)-unknown-linux-gnu

.PHONY: workflows
workflows: ## Hold the workflows of .github against their schema and a linter (check-jsonschema and zizmor, from PyPI)
	@python3 -m venv $(OUT)/venv && $(OUT)/venv/bin/pip install --quiet --disable-pip-version-check check-jsonschema zizmor
	$(OUT)/venv/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(OUT)/venv/bin/zizmor --offline .github/workflows

.PHONY: many-files
many-files: build ## Run what Docs/ManyFiles.md says, with GNU parallel and with a Slurm of this machine alone (as root)
	@.ci/prepare parallel slurm-wlm munge
	@Tests/Scripts/many-files.sh $(THRUM)

.PHONY: desktop
desktop: build ## Hold the desktop entry, the MIME types and the thumbnailer against the desktop's tools
	@.ci/prepare desktop-file-utils shared-mime-info
	@Tests/Scripts/desktop.sh $(THRUM)

.PHONY: hardened
hardened: build library ## Hold the command and the C library against what distributions expect of programs
	@Tests/Scripts/hardened.sh $(THRUM) $(LIBRARY)/libthrum.so.1
	@Tests/Scripts/planted-library.sh "$(CURDIR)/$(THRUM)"

.PHONY: deb
deb: prepare ## Build a Debian package with Swift's own libraries inside: out/deb/thrum_VERSION_ARCH.deb
	SWIFT="$(SWIFT)" .ci/deb $(OUT)/deb

.PHONY: deb-test
deb-test: deb ## Install the Debian package in a clean system of its own, and use it there (as root)
	Tests/Scripts/deb.sh $(OUT)/deb/*.deb

.PHONY: install
install: completions manual library ## Install the command, its manual, its completions and the C library below PREFIX (/usr/local)
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' LIBDIR='$(LIBDIR)' ZSHDIR='$(ZSHDIR)' Packaging/install.sh

.PHONY: release
release: ## Build what is published, from the tag at HEAD: out/release (TAG=HEAD for what is committed)
	@SWIFT="$(SWIFT)" .ci/release $(OUT)/release $(TAG)

.PHONY: release-test
release-test: ## Build the release twice, in two places: the same bytes; use its tarball on a bare system (as root)
	@SWIFT="$(SWIFT)" Tests/Scripts/release.sh $(TAG)

.PHONY: clean
clean: ## Remove everything that was built
	rm -rf .build .build-* $(OUT)
