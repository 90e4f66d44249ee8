# A menu: every line says what it does, and the work is done by the tools it calls.

.PHONY: help play test bench fuzz fmt lint doc

help: ## This menu
	@grep -E '^[a-z]+:.*##' Makefile | sed 's/:.*## /\t/' | expand -t 8

play: ## Start the program
	cargo run --release

test: ## Format, lint, tests and documentation: everything must be clean
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo test --workspace
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

bench: ## Time the engine beside others, in one run
	cargo run --release --package jantaku-bench

fuzz: ## Throw noise and damaged files at everything that reads
	cargo test --release --package jantaku-rules --test rulebook noise -- --nocapture
	cargo test --release --package jantaku-formats --test files damaged -- --nocapture

fmt: ## Set all files in the house's line width
	cargo fmt --all

lint: ## What the linter has to say
	cargo clippy --workspace --all-targets -- -D warnings

doc: ## Build the documentation of the code
	cargo doc --workspace --no-deps
