// CONSTRUCT: an index is compared with the size of a vector and used, in one section of a lock
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int> values(4);
static std::size_t cursor = 3;
static std::mutex lock;
static int seen;

int main() {
    std::thread reader([] {
        std::lock_guard guard(lock);
        if (cursor < values.size())
            seen = values[cursor]; // SAFE
    });
    std::thread mover([] {
        std::lock_guard guard(lock);
        cursor++;
    });
    reader.join();
    mover.join();
    return 0;
}
