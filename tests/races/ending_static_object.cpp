// CONSTRUCT: the destructor of a global object writes what a detached thread reads
#include <thread>

struct Config {
    int limit = 4;
    ~Config() { limit = 0; } // RACE!
};
static Config config;
static int seen;

int main() {
    std::thread([] { seen = config.limit; }).detach(); // RACE!
    return 0;
}
