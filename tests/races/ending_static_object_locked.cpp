// CONSTRUCT: the destructor of a global object keeps to the lock that a detached thread keeps to
#include <mutex>
#include <thread>

static std::mutex lock;
struct Config {
    int limit = 4;
    ~Config() {
        std::lock_guard<std::mutex> guard(lock);
        limit = 0;
    }
};
static Config config;
static int seen;

int main() {
    std::thread([] {
        std::lock_guard<std::mutex> guard(lock);
        seen = config.limit;
    }).detach();
    return 0;
}
