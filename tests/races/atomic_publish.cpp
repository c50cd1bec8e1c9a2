// CONSTRUCT: an object is published by an atomic pointer, release and acquire
#include <atomic>
#include <thread>

struct Config {
    int width, height;
};

static std::atomic<Config *> current{nullptr};
static int area;

int main() {
    std::thread publisher([] {
        auto *config = new Config{8, 5};
        current.store(config, std::memory_order_release);
    });
    std::thread user([] {
        if (Config *config = current.load(std::memory_order_acquire))
            area = config->width * config->height;
    });
    publisher.join();
    user.join();
    delete current.load();
    return 0;
}
