// CONSTRUCT: exception_ptr: threads leave their exception, the one who joins throws it again
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>

struct Failure : std::runtime_error {
    explicit Failure(int code) : std::runtime_error("failure"), code(code) {}
    int code;
};

static std::mutex lock;
static std::exception_ptr first;
static int failures;

static void work(int code) {
    try {
        throw Failure(code);
    } catch (...) {
        std::lock_guard guard(lock);
        failures += 1;
        if (!first) first = std::current_exception();
    }
}

int main() {
    std::thread a(work, 3), b(work, 3);
    a.join();
    b.join();
    assert(failures == 2); // HOLDS
    int code = 0;
    try {
        std::rethrow_exception(first);
    } catch (const Failure &failure) {
        code = failure.code;
    }
    assert(code == 3); // HOLDS
    return 0;
}
