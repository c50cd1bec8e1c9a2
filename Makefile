# raddle: `make demo` shows it at work, `make test` checks everything. The first call makes .venv and installs into it.
PYTHON ?= python3
JOBS   ?= 2
VENV   := .venv
BIN    := $(VENV)/bin
DEMO   := build/demo

# COMPILER=zig takes the embedded compiler whatever is installed, COMPILER=clang-19 that clang. Unless said, a usable clang
# on PATH is enough, and without one the embedded compiler comes as a wheel (the range is base/toolchain.py's).
CLANG  := $(shell for name in clang clang-22 clang-21 clang-20 clang-19 clang-18 clang-17 clang-16 clang-15; do \
    major=$$($$name --version 2>/dev/null | sed -n 's/.*clang version \([0-9]*\).*/\1/p'); \
    if [ "$${major:-0}" -ge 15 ] && [ "$$major" -le 22 ]; then echo $$name; break; fi; done)
ifdef COMPILER
export RADDLE_CLANG := $(COMPILER)
endif
comma  := ,
EXTRAS := test$(if $(filter zig,$(or $(RADDLE_CLANG),$(CLANG),zig)),$(comma)zig)
STAMP  := $(VENV)/.installed-$(subst $(comma),-,$(EXTRAS))

# Without its compiled files each command of raddle takes a second more.
unexport PYTHONDONTWRITEBYTECODE

PYTEST := $(BIN)/python -m pytest -q -rs -n $(JOBS) --dist worksteal
# The inner loop compiles nothing: what needs a compiler is marked so and left to `make test`, and finds none here.
UNCOMPILED := RADDLE_CLANG=left-to-make-test $(PYTEST) -m 'not compiler and not native$(if $(ROOM),, and not slow)'
ROOMS      := $(notdir $(patsubst %/__init__.py,%,$(wildcard tests/unit/*/__init__.py)))

which-clang:
	@echo '$(CLANG)'

.PHONY: help demo test test-compiler quick which-clang lint bench campaign clean
help:
	@echo 'make demo | quick [ROOM=encode] | test [COMPILER=zig|clang-19] | test-compiler | lint'
	@echo '     bench TABLE=name [SIZE=n] | campaign NAME=name SIZE=n | clean'

$(STAMP): pyproject.toml
	@echo 'preparing $(VENV) [$(EXTRAS)], once'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$(EXTRAS)]'
	@touch $@

demo: $(STAMP)
	@echo 'Two deposits into one account. Plain runs pass; can one get lost?'; echo
	$(BIN)/raddle check examples/bank_account.c --witnesses $(DEMO) || test $$? -eq 1
	@echo; echo 'That schedule again, on the real program:'; echo
	$(BIN)/raddle replay $(DEMO)/bank_account.line41.witness
	@echo; echo 'A patch for it, proved before it is shown:'; echo
	$(BIN)/raddle repair $(DEMO)/bank_account.line41.witness
	@echo; echo 'A race that the order of a lock hides from whoever watches plain runs:'; echo
	$(BIN)/raddle check examples/hidden_race.c --witnesses $(DEMO) || test $$? -eq 1
	@echo; echo 'Every access holds the lock, and yet:'; echo
	$(BIN)/raddle check examples/cached_square.c --witnesses $(DEMO) || test $$? -eq 1
	@echo; echo 'The account again, with one critical section instead of two:'; echo
	$(BIN)/raddle check examples/bank_account_fixed.c

lint: $(STAMP)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy --no-error-summary
	@said=$$($(BIN)/lint-imports 2>&1) || { echo "$$said"; exit 1; }
	@echo 'ruff, mypy, lint-imports: clean'

test: lint
	@$(PYTEST) --durations=10

# What another compiler may answer otherwise: for a second run of the suite with it.
test-compiler: $(STAMP)
	@$(PYTEST) --durations=10 -m 'compiler or native'

quick: $(STAMP)
	@test -z '$(filter-out $(ROOMS),$(ROOM))' || { echo 'no room $(ROOM); there are: $(ROOMS)'; exit 2; }
	@$(UNCOMPILED) tests/unit/$(ROOM)

bench: $(STAMP)
	@test -n '$(TABLE)' || { echo 'usage: make bench TABLE=name [SIZE=n]'; $(BIN)/python -m bench --list; exit 2; }
	@$(BIN)/python -m bench $(TABLE) $(if $(SIZE),--size $(SIZE))

campaign: $(STAMP)
	@test -n '$(NAME)' -a -n '$(SIZE)' || { echo 'usage: make campaign NAME=name SIZE=n'; exit 2; }
	@test -f tests/campaigns/$(NAME).py || { echo 'no campaign tests/campaigns/$(NAME).py'; exit 2; }
	@$(BIN)/python -m tests.campaigns.$(NAME) --size $(SIZE) $(ARGS)

clean:
	@rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	@find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
