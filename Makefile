# A menu: every line says what it does, and the work is done by the tools it calls.

SECONDS ?= 60

.PHONY: help play test rust build web e2e e2e-games e2e-pages deploy e2e-cluster client wire api bench fuzz corpus mutants soak bots kill load cluster cluster-load powercut unsynced hostile timing fmt lint deny advisories doc pictures geometry moments frames sim

help: ## This menu
	@grep -E '^[a-z0-9-]+:.*##' Makefile | sed 's/:.*## /\t/' | expand -t 8

play: ## Start the program
	cargo run --release

test: ## Everything must be clean: program, client, and both together in a browser
	$(MAKE) --jobs 2 --output-sync=line rust web
	$(MAKE) e2e deploy

rust: lint deny build ## Format, lint, licences, tests and documentation of the program
	.ci/services run cargo test --workspace
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

# The browser tests take the program that the tests are built with: another command would build half of it again.
build: ## Build the program and its tests
	cargo test --workspace --no-run

web: web/node_modules/.package-lock.json ## Types and tests of the client, and whether the committed build is that of its sources
	npm --prefix web run check
	npm --prefix web test
	npm --prefix web run build -- --outDir ../target/web-dist --emptyOutDir
	diff -r target/web-dist crates/server/web-dist || { echo "The committed build is old: run \`make client\`." >&2; exit 1; }

e2e: web/node_modules/.package-lock.json ## Play by clicks in a browser, which is installed if need be
	.ci/chromium
	$(MAKE) build
	$(MAKE) --jobs 2 --output-sync=line e2e-games e2e-pages
	$(MAKE) e2e-cluster SUITE=friends.test.ts

# Browsers mostly wait, so two halves of the suite run side by side, each with a server of its own. The files with whole games take
# as long as all others.
IN_BROWSER = JANTAKU=$(CURDIR)/target/debug/jantaku npm --prefix web run e2e
GAMES_FILES = game|order|sheets|reader|account|export|learn|scorer
e2e-games:
	SUITE='@($(GAMES_FILES)).test.ts' $(IN_BROWSER)

e2e-pages:
	SUITE='!($(GAMES_FILES)).test.ts' $(IN_BROWSER)

SUITE = *.test.ts
e2e-cluster: web/node_modules/.package-lock.json ## The same with two nodes behind a proxy that sends every second request elsewhere; SUITE=lobby.test.ts for one file
	.ci/chromium
	$(MAKE) build
	SUITE='$(SUITE)' JANTAKU_NODES=2 JANTAKU=$(CURDIR)/target/debug/jantaku .ci/services run npm --prefix web run e2e

deploy: build ## Try what is in deploy/: the image's files, two nodes behind the proxy, the units; needs root
	.ci/deploy target/debug/jantaku

pictures: web/node_modules/.package-lock.json ## Take the pictures of README from a game; needs a font with Chinese characters
	.ci/chromium
	$(MAKE) build
	SUITE=pictures.ts $(IN_BROWSER)

moments: web/node_modules/.package-lock.json ## Take twelve moments on four screens, light and dark, into target/moments
	.ci/chromium
	$(MAKE) build
	SUITE=moments.ts $(IN_BROWSER)

frames: web/node_modules/.package-lock.json ## Play with a processor six times slower: long tasks, frames, and how soon a first visit can play
	.ci/chromium
	$(MAKE) build
	SUITE=frames.ts $(IN_BROWSER)

geometry: web/node_modules/.package-lock.json ## Play whole games of four rulebooks on every screen and look for parts that overlap or are cut off; takes minutes
	.ci/chromium
	$(MAKE) build
	SUITE='@(whole|large)-games.ts' $(IN_BROWSER)

client: web/node_modules/.package-lock.json ## Build the client that the program carries
	npm --prefix web run build

wire: ## Make the client's types, and the description of the API, from those of the server
	JANTAKU_WRITE_WIRE=1 cargo test --package jantaku-server --lib wire::

EXAMPLES = 25
api: build ## Ask the HTTP API in thousands of ways: no fault, and no answer that its description does not have; EXAMPLES=200 for more
	EXAMPLES=$(EXAMPLES) .ci/api target/debug/jantaku

web/node_modules/.package-lock.json: web/package-lock.json
	npm --prefix web ci --no-audit --no-fund

bench: ## Time the engine beside others, in one run
	cargo run --release --package jantaku-bench

fuzz: ## Throw noise at everything that reads, SECONDS=60 each, until something breaks
	cargo fuzz --version || cargo install --locked cargo-fuzz
	cargo run --quiet --manifest-path fuzz/Cargo.toml --example seeds
	set -e; for target in $$(cargo fuzz list); do mkdir -p fuzz/target/corpus/$$target fuzz/corpus/$$target; \
	cargo fuzz run --sanitizer none $$target fuzz/target/corpus/$$target fuzz/corpus/$$target fuzz/seeds/$$target -- \
	-max_total_time=$(SECONDS) -timeout=20 -dict=fuzz/seeds/words.dict -print_final_stats=1; done

corpus: ## Keep a hundred inputs that fuzzing found for each target in the repository, at most 48 KiB
	.ci/corpus

mutants: ## Plant 250 random faults in scoring and settling, and list those that no test catches; SEED=10, SAMPLE=250
	.ci/mutants

# Every rulebook of tests/soak.txt, with all bots and with a third of the hands rigged. What costs much is checked at one
# occasion of sixty-four. A violation, or a clause that is never reached, ends it.
HANDS = 1000000
THREADS = 2
SOAK_SEED = 0
soak: ## Play a million checked hands of every rulebook; HANDS=10000 for fewer
	cargo build --release --package jantaku
	@while read -r rules; do \
	  target/release/jantaku sim --rules "$$rules" --hands $(HANDS) --games 1000 --seats mixed --rig 35 --check --every 64 --reach \
	    --brief --threads $(THREADS) --seed $(SOAK_SEED) || exit 1; \
	done < tests/soak.txt

# Rulebooks that differ most: three and four seats, chips, flowers, without riichi.
BOT_RULES = zan zung-jung sanmatsuri ryanzou-chankan ryanzou-chankan+hana(variation=1) tenhou tenhou-sanma
GAMES = 3500
# A bot that thinks takes a hundred times as long, so it decides less often: some ten thousand times in each.
STRONG_GAMES = 16
bots: ## A million decisions of the club bot in each of seven rulebooks and fewer of the strong one: none illegal, no game without end; GAMES=100
	cargo build --release --package jantaku
	@for rules in $(foreach rules,$(BOT_RULES),"$(rules)"); do \
	  target/release/jantaku arena --rules "$$rules" --seats club --games $(GAMES) --threads $(THREADS) || exit 1; \
	  target/release/jantaku arena --rules "$$rules" --seats strong:5 --games $(STRONG_GAMES) --threads 1 || exit 1; \
	done

kill: ## Kill a server 50 times under 40 running tables: nothing may be lost, doubled or stuck
	cargo run --release --package jantaku-server --example kill -- 50

load: ## 1,000 tables of four, one action a second at each, then more until it is too slow
	cargo run --release --package jantaku-server --example load -- 1000

NODES = 3
TABLES = 300
FAULTS = 50
cluster: ## Break something every second under three nodes and 300 tables: nothing may be lost, doubled or stuck; needs root; NODES, TABLES, FAULTS
	cargo run --release --package jantaku-server --example cluster -- faults $(NODES) $(TABLES) $(FAULTS)

cluster-load: ## What one, two and three nodes can do beside a single server, and what PostgreSQL takes; TABLES
	cargo run --release --package jantaku-server --example cluster -- load $(TABLES)

AS_ROOT = @test "$$(id -u)" = 0 || { echo "skipped: only root can mount an image; run this as root"; exit 0; };
powercut: ## Cut the power 50 times under 40 running tables: whatever anybody was told must be on the disk; needs root
	$(AS_ROOT) cargo run --release --package jantaku-server --example powercut -- 50

# Another target folder, so that no other build gets such an SQLite.
# Status 3 says that something was lost; a build or a mount that fails has another.
CUTS = 5
unsynced: ## The same with an SQLite that does not sync: CUTS=5 must lose something, or `make powercut` proves nothing; needs root
	$(AS_ROOT) \
	LIBSQLITE3_FLAGS="-DHAVE_FDATASYNC=1 -DSQLITE_NO_SYNC" cargo run --target-dir target/unsynced --package jantaku-server --example powercut -- $(CUTS); \
	test $$? = 3 || { echo "Without syncs nothing was lost, or the cuts could not be made: \`make powercut\` proves nothing." >&2; exit 1; }

hostile: ## Bad company beside 500 honest tables: those must not notice
	cargo run --release --package jantaku-server --example hostile -- 500

SEEDS = 2000
FIRST_SEED = 0
sim: ## Run servers, players and faults in simulated time; SEEDS=100000 for more than `make test` does, FIRST_SEED=2000 for others
	JANTAKU_SEEDS=$(SEEDS) JANTAKU_FIRST_SEED=$(FIRST_SEED) cargo test --release --package jantaku-server --test simulation -- --nocapture holds_under_faults

DISCARDS = 10000
timing: ## How well the pause after a discard tells that somebody could claim it; DISCARDS=10000
	JANTAKU_DISCARDS=$(DISCARDS) cargo test --package jantaku-server --lib room::timing -- --nocapture --test-threads 1

fmt: ## Set all files in the house's line width
	cargo fmt --all
	cargo fmt --manifest-path fuzz/Cargo.toml

# Checking the fuzz targets needs no fuzzer: naming a library keeps it from being compiled.
lint: ## Format and lints of the program and of its fuzz targets
	cargo fmt --all --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check
	cargo clippy --workspace --all-targets -- -D warnings
	CUSTOM_LIBFUZZER_PATH=target/libfuzzer.a cargo check --manifest-path fuzz/Cargo.toml --locked --target-dir target --all-targets

deny: ## Licences, banned crates and sources of everything the program is built from
	.ci/deny licenses bans sources

advisories: ## Known security holes in what the program is built from; needs the network
	.ci/deny advisories

doc: ## Build the documentation of the code
	cargo doc --workspace --no-deps
