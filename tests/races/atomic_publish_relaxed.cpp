// CONSTRUCT: an object is published by a relaxed atomic pointer
#include <atomic>
#include <thread>

struct Config {
    int width, height;
};

static std::atomic<Config *> current{nullptr};
static int area;

int main() {
    std::thread publisher([] {
        auto *config = new Config{8, 5}; // RACE!
        current.store(config, std::memory_order_relaxed);
    });
    std::thread user([] {
        if (Config *config = current.load(std::memory_order_relaxed))
            area = config->width * config->height; // RACE!
    });
    publisher.join();
    user.join();
    return 0;
}
