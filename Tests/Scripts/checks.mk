# Checks and steps that are run now and then, or by others: `make check NAME=clients`, or `make clients`. `make check` lists them.

CLONES ?= 20

.PHONY: test-clones
test-clones: ## The same in CLONES (20) fresh clones beside compilers and disk writers; logs in out/clones
	Tests/Scripts/fresh-clones.sh $(CLONES) $(OUT)/clones

SEED ?= $(shell date +%s)

.PHONY: test-shuffled
test-shuffled: build-tests ## The unit lane in groups of a random order and width; SEED=7 repeats an order
	@echo "seed $(SEED)"
	@$(RIG_ENVIRONMENT) $(LANES) --lane unit --shuffle $(SEED)

.PHONY: fault-matrix
fault-matrix: ## Write the tables of Docs/Reliability.md again: the result of every error that a call of ALSA can return
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

.PHONY: tutorial
tutorial: ## Build every step of the tutorial, compare its consoles, hold its end against the example
	Tests/Scripts/tutorial.sh

.PHONY: wheel
wheel: library ## Build a wheel for Python with the C library inside: out/wheel; use it in a fresh virtual environment
	@Tests/Scripts/wheel.py $(LIBRARY)/libthrum.so.1 $(OUT)/wheel
	@Tests/Scripts/wheel-test.sh $(OUT)/wheel/thrum_haptics-*.whl

.PHONY: game-engines
game-engines: library ## Compile the Unity package, press the buttons of the Godot add-on in a headless editor, hold both against the header
	@.ci/prepare mono-mcs mono-runtime libmono-corlib4.5-dll libmono-system-core4.0-cil godot3-server
	@THRUM_STRICT=1 Tests/Bindings/GameEngines/run.sh $(LIBRARY)

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

.PHONY: e2e-frozen
e2e-frozen: build ## Freeze PulseAudio and PipeWire for 22, 30 and 42 s, which takes minutes
	THRUM_FROZEN=1 Tests/Outputs/EndToEnd/run.sh pulse pipewire

.PHONY: fuzz-replay
fuzz-replay: prepare ## Feed the fuzzer's seeds, and what it once found, to its targets
	$(SWIFT) build --product Fuzz
	@for target in $(FUZZ_TARGETS); do .build/debug/Fuzz $$target Tests/Fuzz/Corpus/$$target/* || exit 1; done

ANDROID ?= Patterns/*.ahap

.PHONY: android
android: build ## Convert patterns to every form for Android and hold the files against what it publishes
	@python3 Tests/Formats/Android/check.py $(THRUM) $(ANDROID)

.PHONY: bench-build
bench-build: prepare ## Build the benchmarks: .build/release/Benchmarks
	$(SWIFT) build $(RELEASE) --product Benchmarks

.PHONY: bench-check
bench-check: bench-build ## Half a minute: ratios of one run, against generous bounds
	.build/release/Benchmarks --ratios $(OUT)/bench-check.json

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

.PHONY: deb-test
deb-test: deb ## Install the Debian package in a clean system of its own, and use it there (as root)
	Tests/Scripts/deb.sh $(OUT)/deb/*.deb

.PHONY: release-test
release-test: ## Build the release twice, in two places: the same bytes; use its tarball on a bare system (as root)
	@SWIFT="$(SWIFT)" Tests/Scripts/release.sh $(TAG)
