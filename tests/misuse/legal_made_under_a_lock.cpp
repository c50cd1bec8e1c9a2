// VERIFY: proved
// CONSTRUCT: a std::mutex is made by whoever needs it first, under another one, and found by the others
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

struct Part {
    std::mutex m;
    int v = 0;
};

static std::mutex guard;
static std::unique_ptr<Part> part;

static Part &found() {
    std::lock_guard<std::mutex> held(guard);
    if (!part)
        part = std::make_unique<Part>();
    return *part;
}

static void add() {
    Part &one = found();
    std::lock_guard<std::mutex> held(one.m);
    one.v++;
}

int main() {
    std::thread other(add);
    add();
    other.join();
    assert(part->v == 2);
    return 0;
}
