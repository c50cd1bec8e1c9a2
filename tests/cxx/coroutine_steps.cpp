// CONSTRUCT: a coroutine whose steps several threads take under a lock, and one that reads its state without it
#include <cassert>
#include <coroutine>
#include <exception>
#include <mutex>
#include <thread>

struct Steps {
    struct promise_type {
        int value = 0;
        Steps get_return_object() { return Steps{std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(int now) {
            value = now;
            return {};
        }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
    explicit Steps(std::coroutine_handle<promise_type> of) : handle(of) {}
    ~Steps() { handle.destroy(); }
    std::coroutine_handle<promise_type> handle;
};

static int total;
static std::mutex lock;

static Steps squares() {
    for (int i = 1; i <= 3; i++) co_yield i *i;
}

int main() {
    Steps steps = squares();
    auto take = [&] {
        std::lock_guard<std::mutex> guard(lock);
        steps.handle.resume();
        total += steps.handle.promise().value;
    };
    std::thread a(take), b(take);
    int early = total;
    a.join();
    b.join();
    assert(total == 5); // HOLDS
    assert(early == 0); // FAILS
    return 0;
}
