// VERIFY bug
// CONSTRUCT: a detached thread uses what a global shared pointer owned
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct Pool {
    std::atomic<int> open{1};
    ~Pool() { open = 0; }
};
static std::shared_ptr<Pool> pool = std::make_shared<Pool>();

int main() {
    Pool *raw = pool.get();
    std::thread([raw] { assert(raw->open == 1); }).detach(); // FAILS
    return 0;
}
