// VERIFY bug
// CONSTRUCT: a detached thread uses a global object that is destroyed
#include <atomic>
#include <cassert>
#include <thread>

struct Config {
    std::atomic<int> alive{1};
    ~Config() { alive = 0; }
};
static Config config;

int main() {
    std::thread([] { assert(config.alive == 1); }).detach(); // FAILS
    return 0;
}
