# Checks that run only sometimes, by hand or from other targets. `make check` lists them; `make clients` runs one.

CLONES ?= 20

.PHONY: test-clones
test-clones: ## Run `make test` in CLONES (20) fresh clones under load; logs in out/clones
	Tests/Scripts/sources/fresh-clones.sh $(CLONES) $(OUT)/clones

SEED ?= $(shell date +%s)

.PHONY: test-shuffled
test-shuffled: build-tests ## Run the unit lane in random order and group sizes (SEED=7 repeats an order)
	@echo "seed $(SEED)"
	@$(RIG_ENVIRONMENT) $(LANES) --lane unit --shuffle $(SEED)

.PHONY: fault-matrix
fault-matrix: ## Write the table of ALSA faults: the result of every error that a call can return
	THRUM_WRITE_DOCS=1 $(MAKE) test LANE=unit FILTER=FaultMatrixTests

.PHONY: modules
modules: ## Build CoreHaptics and ThrumTesting as modules in out/modules, for swiftc -I out/modules
	Tests/Scripts/apps/modules.sh

.PHONY: clients
clients: ## Compile sample clients of CoreHaptics in both language modes
	Tests/Scripts/apps/clients.sh

.PHONY: ladder
ladder: ## Count the files of the projects in FOLDER that typecheck: alone, with shims, with neighbours
	Tests/Scripts/apps/ladder.py $(FOLDER)

.PHONY: symbols
symbols: ## Compare CoreHaptics with the table of its declarations; show that the check can fail
	Tests/Scripts/apps/symbols.sh
	Tests/Scripts/apps/symbols.sh --self-test

.PHONY: scripts
scripts: ## Plant errors that the checks of `make lint` and the site have to find
	@for name in documents site prose; do Tests/Scripts/documents/check-$$name.py --self-test || exit 1; done
	@mkdir -p $(OUT) && Tests/Scripts/sources/stale-layouts.py --self-test $(OUT)

.PHONY: typecheck
typecheck: build-tests ## Type-check the examples, the apps of the tests and the tutorial's steps against the debug build
	Tests/Scripts/apps/typecheck.sh

.PHONY: examples
examples: ## Test the examples without system libraries, and find their planted bugs
	Tests/Scripts/apps/examples.sh

.PHONY: planted-bugs
planted-bugs: ## Plant bugs in the example apps and list the tests that find them (a quarter of an hour)
	Tests/Scripts/mutations/planted-bugs.sh

RUNS ?= 20

.PHONY: exclusive-runs
exclusive-runs: build-tests ## Run the apps' tests, many of them exclusive, in RUNS (20) random orders
	Tests/Scripts/apps/exclusive-runs.sh .build/debug/Lanes $(RUNS)

.PHONY: accessors
accessors: build ## Build an app's package with the plug-in ThrumHaptics; every accessor plays its file's samples
	Tests/Scripts/apps/accessors.sh $(THRUM)

.PHONY: tutorial
tutorial: ## Build every step of the tutorial and compare its output and result with the example
	Tests/Scripts/documents/tutorial.sh

.PHONY: installed
installed: completions manual library ## Install, build a program with CMake and pkg-config, and uninstall
	@.ci/prepare cmake pkgconf
	@Tests/Scripts/hosts/installed.sh

.PHONY: wheel
wheel: library ## Build a Python wheel with the C library, and the sdist, in out/wheel; test both in new environments
	@Tests/Scripts/hosts/wheel.py $(LIBRARY)/libthrum.so.1 $(OUT)/wheel
	@Tests/Scripts/hosts/wheel-test.sh $(OUT)/wheel/thrum_haptics-*.whl $(OUT)/wheel/thrum_haptics-*.tar.gz $(LIBRARY)/libthrum.so.1

.PHONY: game-engines
game-engines: library ## Compile the Unity package, compare it with the header and run it with the library
	@.ci/prepare mono-mcs mono-runtime libmono-corlib4.5-dll libmono-system-core4.0-cil
	@Tests/Bindings/GameEngines/unity.sh $(LIBRARY)

.PHONY: sound-servers
sound-servers: build library ## Play through real PulseAudio and PipeWire; kill and freeze them
	Tests/Outputs/EndToEnd/run.sh pulse pipewire

.PHONY: pulses
pulses: build ## Print how near pulse trains come to our patterns on three motors that are only on or off
	Tests/Scripts/measure/pulses.py $(THRUM)

.PHONY: browser
browser: build ## Test the studio in a browser
	@.ci/prepare chromium chromium-driver python3 iproute2 libqrencode4 zbar-tools
	Tests/Tools/Studio/run.sh $(THRUM)

.PHONY: browser-page
browser-page: build $(OUT)/web/thrum.html ## Test the studio without a server in Chromium and Firefox (builds the module: takes minutes)
	@.ci/prepare chromium chromium-driver firefox-esr python3 iproute2 libqrencode4 zbar-tools
	Tests/Tools/Studio/run.sh $(THRUM) test_without_server

.PHONY: studio-sizes
studio-sizes: build ## Test composing and editing in the studio at widths of 360, 768, 1024 and 1440 points
	@for size in 360x640 768x1024 1024x768 1440x900; do echo "== $$size"; STUDIO_SIZE=$$size \
	  Tests/Tools/Studio/run.sh $(THRUM) test_compose test_tools test_edit || exit 1; done

.PHONY: studio-pictures
studio-pictures: build ## Draw the pictures for Docs/Studio.md by composing a pattern in the studio
	Tests/Tools/Studio/run.sh $(THRUM) walkthrough

.PHONY: bench-studio
bench-studio: build $(OUT)/web/thrum.html ## Measure the studio in a browser: click to sound, memory, frames at 100 to 100,000 events
	Tests/Tools/Studio/run.sh $(THRUM) bench loopback

.PHONY: e2e-frozen
e2e-frozen: build ## Freeze PulseAudio and PipeWire for 22, 30 and 42 s (takes minutes)
	THRUM_FROZEN=1 Tests/Outputs/EndToEnd/run.sh pulse pipewire

.PHONY: fuzz-replay
fuzz-replay: prepare ## Run the fuzz targets on their seeds and on earlier findings
	$(SWIFT) build --product Fuzz
	@for target in $(FUZZ_TARGETS); do .build/debug/Fuzz $$target Tests/Fuzz/Corpus/$$target/* || exit 1; done

ANDROID ?= Patterns/*.ahap

.PHONY: android
android: build ## Convert patterns to every Android format and check the files against Android's published rules
	@python3 Tests/Formats/Android/check.py $(THRUM) $(ANDROID)

FORMATS ?= Patterns

.PHONY: formats
formats: build ## Convert patterns to other phones' and packages' formats and check them against the published rules
	@.ci/prepare nodejs node-typescript
	@for name in OpenHarmony RichTap Web ReactNative Flutter; do python3 Tests/Formats/$$name/check.py $(THRUM) $(FORMATS) || exit 1; done
	@python3 Tests/Formats/MIDI/check.py $(THRUM)

.PHONY: schema
schema: build ## Hold `thrum schema` against the linter with three validators
	@.ci/prepare python3-jsonschema python3-fastjsonschema nodejs node-ajv
	@/usr/bin/python3 Tests/Formats/Schema/check.py $(THRUM) $(FORMATS)

.PHONY: bench-build
bench-build: prepare ## Build the benchmarks: .build/release/Benchmarks
	$(SWIFT) build $(RELEASE) --product Benchmarks

.PHONY: felt-bench
felt-bench: build bench-build ## Score meters of strength and `generate` on experiments, and on ratings in DATA=FOLDER
	@$(if $(DATA),python3 -m venv $(OUT)/venv && $(OUT)/venv/bin/pip install --quiet --disable-pip-version-check vibromaf \
	  || echo "vibromaf cannot be installed")
	@python=$(OUT)/venv/bin/python; [ -x $$python ] || python=python3; PYTHONDONTWRITEBYTECODE=1 \
	  $$python Tests/FeltBench/bench.py $(THRUM) .build/release/Benchmarks $(DATA)

GROWTH ?= 1000,4000,16000,64000

.PHONY: feel-check
feel-check: build ## Compare felt levels with those of a second implementation of motors and law
	Tests/Scripts/measure/feel-check.py $(THRUM)

.PHONY: conversions
conversions: bench-build ## Count the patterns in DATA=FOLDER of which conversions lose more of what is felt than a waveform
	@.build/release/Benchmarks --conversions $(DATA)

.PHONY: ground-truth
ground-truth: bench-build ## Print what people felt, beside verdicts (WRITE=1: write the table in Docs/Feel.md)
	@.build/release/Benchmarks --ground-truth $(if $(WRITE),write)

.PHONY: feel-survey
feel-survey: build ## Count the verdicts on the patterns in DATA="FOLDER ...", and check that cures keep their order
	Tests/Scripts/measure/feel-survey.py $(THRUM) $(or $(DATA),Patterns)

.PHONY: growth
growth: build ## Measure how time and memory of the command grow with GROWTH=1000,4000,16000,64000 events
	Tests/Scripts/measure/bench-growth.py $(THRUM) --counts $(GROWTH) --check

.PHONY: bench-check
bench-check: build bench-build ## Check speed ratios of one run against generous bounds (a minute)
	.build/release/Benchmarks --ratios $(OUT)/bench-check.json
	Tests/Scripts/measure/bench-growth.py $(THRUM) --counts 500,2000 --check \
	  --commands 'feel,diff,to haptic,to timeline' \
	  taps-together taps-25ms holds-overlap curve-zigzag curves-own

SOAK_LIVE_SECONDS ?= 600

.PHONY: soak-live
soak-live: prepare ## Make random calls over PulseAudio, killed every 20 s, for SOAK_LIVE_SECONDS (600)
	$(SWIFT) build $(RELEASE) --product Soak
	Tests/Outputs/EndToEnd/soak.sh $(SOAK_LIVE_SECONDS)

ENDURANCE_SERVER ?= pipewire
ENDURANCE_SECONDS ?= 14400
ENDURANCE_INTERVAL ?= 20
ENDURANCE_ACTION ?= kill

.PHONY: endurance
endurance: build ## Play for hours through a server killed or frozen at intervals; fail if threads or memory grow
	Tests/Outputs/EndToEnd/endurance.sh $(ENDURANCE_SERVER) $(ENDURANCE_SECONDS) $(ENDURANCE_INTERVAL) \
	  $(ENDURANCE_ACTION)

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
index-build: ## Build as Swift Package Index does, without system packages
	SPI_BUILD=1 $(SWIFT) build --scratch-path .build-index --triple $(shell uname -m)-unknown-linux-gnu

.PHONY: workflows
workflows: ## Check .github/workflows with check-jsonschema and zizmor from PyPI
	@python3 -m venv $(OUT)/venv && $(OUT)/venv/bin/pip install --quiet --disable-pip-version-check check-jsonschema zizmor
	$(OUT)/venv/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(OUT)/venv/bin/zizmor --offline .github/workflows

.PHONY: desktop
desktop: build ## Check the desktop entry, MIME types and thumbnailer with the desktop's tools
	@.ci/prepare desktop-file-utils shared-mime-info
	@Tests/Scripts/hosts/desktop.sh $(THRUM)

.PHONY: hardened
hardened: build library ## Check the hardening of the command and the C library
	@Tests/Scripts/hosts/hardened.sh $(THRUM) $(LIBRARY)/libthrum.so.1
	@Tests/Scripts/mutations/planted-library.sh "$(CURDIR)/$(THRUM)"

.PHONY: release-test
release-test: ## Check that two builds of the release are identical; use its files on a bare system (as root)
	@SWIFT="$(SWIFT)" Tests/Scripts/release/release.sh $(TAG)

.PHONY: image-test
image-test: ## Build the image of out/release twice, scan its files, and use it without a network (as root)
	@.ci/prepare mmdebstrap umoci dpkg-dev debian-archive-keyring skopeo podman runc
	@Tests/Scripts/release/image.sh $(OUT)/release $(OUT)/image

.PHONY: feedbackd
feedbackd: build ## Build feedbackd from the sources in FEEDBACKD and GMOBILE, and play to it over a mocked driver
	Tests/Scripts/hosts/feedbackd.sh $(FEEDBACKD) $(GMOBILE)

.PHONY: debian
debian: ## Build Debian's packages twice in a clean root of unstable in FOLDER; lintian, tests, comparison (as root)
	Tests/Scripts/release/debian.sh $(FOLDER)

.PHONY: bench-generate
bench-generate: prepare ## Measure accuracy and speed of patterns generated from known sounds
	swift build -c release --product Benchmarks
	.build/release/Benchmarks --generate

.PHONY: fit-check
fit-check: build ## Fit each preset, and simulated devices of other physics, from recordings; check the results
	Tests/Scripts/measure/fit-check.py $(THRUM)
	$(SWIFT) build $(RELEASE) --product Benchmarks
	.build/release/Benchmarks --fit

.PHONY: bits
bits: build ## Compare the samples of a build for every processor with those of one for this processor: out/bits.txt
	$(SWIFT) build -q $(PORTABLE) -Xswiftc -target-cpu -Xswiftc native --scratch-path $(OUT)/native --product thrum
	@Tests/Scripts/measure/bits.sh $(THRUM) $(BENCH_INPUTS) > $(OUT)/bits.txt
	@Tests/Scripts/measure/bits.sh $(OUT)/native/release/thrum $(BENCH_INPUTS) | diff $(OUT)/bits.txt - \
	  && echo "bits: $$(wc -l < $(OUT)/bits.txt) renderings are the same for every processor and for this one"

.PHONY: api
api: prepare ## Write Docs/API.md, the public declarations of every module
	@$(if $(PREPARED),,.ci/prepare cmark-gfm python3)
	Tests/Scripts/documents/docs.sh
	Tests/Scripts/documents/api.py

.PHONY: questions
questions: ## Write the declarations and tables of the list of questions
	THRUM_WRITE_DOCS=1 $(MAKE) test LANE=unit FILTER=QuestionListTests
