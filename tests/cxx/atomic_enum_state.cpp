// CONSTRUCT: atomic<enum class>: the next state is computed from a load and stored: a step gets lost
#include <atomic>
#include <cassert>
#include <thread>

enum class State : unsigned char { idle, running, done };

static std::atomic<State> state{State::idle};

static void advance() {
    State now = state.load();
    state.store(static_cast<State>(static_cast<int>(now) + 1));
}

int main() {
    std::thread a(advance), b(advance);
    a.join();
    b.join();
    assert(state.load() != State::idle); // HOLDS
    assert(state.load() == State::done); // FAILS
    return 0;
}
