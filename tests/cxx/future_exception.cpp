// CONSTRUCT: an exception travels through a future; what happened before it is seen by who catches it
#include <cassert>
#include <future>
#include <stdexcept>

static int attempts;

static int parse(int text) {
    attempts += 1;
    if (text < 0) throw std::invalid_argument("negative");
    return text;
}

int main() {
    std::future<int> good = std::async(std::launch::async, parse, 4);
    int value = good.get();
    std::future<int> bad = std::async(std::launch::async, parse, -1);
    bool caught = false;
    try {
        bad.get();
    } catch (const std::invalid_argument &) {
        caught = true;
    }
    assert(caught); // HOLDS
    assert(value == 4 && attempts == 2); // HOLDS
    return 0;
}
