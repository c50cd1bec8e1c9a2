// CONSTRUCT: two async tasks count in one variable captured by reference
#include <cassert>
#include <future>

int main() {
    int processed = 0;
    auto process = [&processed](int items) {
        processed += items;
        return items;
    };
    auto first = std::async(std::launch::async, process, 3);
    auto second = std::async(std::launch::async, process, 4);
    int sum = first.get() + second.get();
    assert(sum == 7); // HOLDS
    assert(processed == sum); // FAILS
    return 0;
}
