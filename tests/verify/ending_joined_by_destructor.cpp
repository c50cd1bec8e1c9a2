// VERIFY proved
// VERIFY deadlocks: proved
// CONSTRUCT: a global owner joins its thread in its destructor
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> stop;

struct Owner {
    std::thread worker;
    ~Owner() {
        stop = 1;
        worker.join();
    }
};
static Owner owner;

int main() {
    owner.worker = std::thread([] {
        int seen = stop;
        assert(seen == 0 || seen == 1);
    });
    return 0;
}
