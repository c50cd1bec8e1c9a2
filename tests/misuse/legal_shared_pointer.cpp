// VERIFY: proved
// CONSTRUCT: objects with a std::mutex that std::shared_ptr keeps until the last user has left
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

struct Counter {
    std::mutex m;
    int v = 0;
};

static void add(std::shared_ptr<Counter> counter) {
    std::lock_guard<std::mutex> held(counter->m);
    counter->v++;
    assert(counter->v <= 2);
}

int main() {
    auto counter = std::make_shared<Counter>();
    std::thread other(add, counter);
    add(std::move(counter));
    other.join();
    return 0;
}
