// VERIFY proved
// CONSTRUCT: what grows in the C++ library, with padding in it, and a value that is not there at first
#include <cassert>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

struct Entry {
    char kind;
    long number;
};

static std::mutex lock;
static std::vector<Entry> *entries = new std::vector<Entry>;
static std::optional<long> *last = new std::optional<long>;

static void work(long number) {
    Entry entry{'a', number};
    std::lock_guard<std::mutex> guard(lock);
    entries->push_back(entry);
    if (*last)
        assert(**last < 2);
    *last = number;
}

int main() {
    std::thread one(work, 0), two(work, 1);
    one.join();
    two.join();
    assert(entries->size() == 2 && (*entries)[0].number + (*entries)[1].number == 1);
}
