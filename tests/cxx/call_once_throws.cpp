// CONSTRUCT: the routine of call_once throws the first time: who comes next tries again
#include <atomic>
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::once_flag connected;
static std::atomic<int> attempts{0}, refused{0};
static int handle;

static void connect() {
    if (++attempts == 1) throw std::runtime_error("not yet");
    handle = 7;
}

static void use() {
    try {
        std::call_once(connected, connect);
        assert(handle == 7); // HOLDS
    } catch (const std::runtime_error &) {
        refused++;
    }
}

int main() {
    std::thread a(use), b(use);
    a.join();
    b.join();
    assert(attempts == 2); // HOLDS
    assert(refused == 1); // HOLDS
    return 0;
}
