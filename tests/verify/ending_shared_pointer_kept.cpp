// VERIFY proved
// CONSTRUCT: a detached thread owns a part of what a global shared pointer owns
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
    std::thread([own = pool] { assert(own->open == 1); }).detach();
    return 0;
}
