// VERIFY proved
// CONSTRUCT: a joined thread has used a global object before it is destroyed
#include <atomic>
#include <cassert>
#include <thread>

struct Config {
    int alive{1};
    ~Config() { alive = 0; }
};
static Config config;

int main() {
    std::thread worker([] { assert(config.alive == 1); });
    worker.join();
    return 0;
}
