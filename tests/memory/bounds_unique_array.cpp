// CONSTRUCT: an array in a unique_ptr, and a number of rounds that two threads count up
#include <atomic>
#include <memory>
#include <thread>

static std::unique_ptr<long[]> rounds = std::make_unique<long[]>(3);
static std::atomic<int> current{1};

static void advance() { ++current; }

int main() {
    std::thread writer([] { rounds[current] = 1; }); // MEMORY! out-of-bounds
    std::thread first(advance), second(advance);
    writer.join();
    first.join();
    second.join();
    return 0;
}
