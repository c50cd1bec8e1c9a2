// CONSTRUCT: a std::shared_ptr is taken twice in a block, each time under the lock, and replaced in between
// ATOMIC: compare
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>

static std::mutex guard;
static std::shared_ptr<int> current = std::make_shared<int>(1);

static std::shared_ptr<int> get() {
    std::lock_guard<std::mutex> hold(guard);
    return current; // TORN!
}

static void compare() {
    std::shared_ptr<int> first = get();
    std::shared_ptr<int> second = get();
    std::printf("%d\n", first == second);
}

static void replace() {
    std::shared_ptr<int> next = std::make_shared<int>(2);
    std::lock_guard<std::mutex> hold(guard);
    current.swap(next); // TORN!
}

int main() {
    std::thread a(compare), b(replace);
    a.join();
    b.join();
    return 0;
}
