// CONSTRUCT: an index is compared with the size of a vector and used, and may move in between
#include <thread>
#include <vector>

static std::vector<int> values(4);
static std::size_t cursor = 3;
static int seen;

int main() {
    std::thread reader([] {
        if (cursor < values.size())
            seen = values[cursor]; // MEMORY! out-of-bounds
    });
    std::thread mover([] { cursor++; });
    reader.join();
    mover.join();
    return 0;
}
