// CONSTRUCT: an exception of the library itself (std::out_of_range of vector::at), by an index that another thread changes
#include <cassert>
#include <thread>
#include <vector>

static std::vector<int> prices{10, 20, 30};
static int chosen = 2;
static int seen;

static void look() {
    seen = prices.at(chosen); // FAILS
}

static void careful() {
    try {
        seen = prices.at(chosen + 1); // HOLDS: it is caught
    } catch (const std::out_of_range &) {
    }
}

int main() {
    std::thread reader(look);
    std::thread writer([] { chosen = 3; });
    reader.join();
    writer.join();
    std::thread last(careful);
    last.join();
    assert(seen == 30); // HOLDS
    return 0;
}
