// CONSTRUCT: a divisor that may be absent: the optional is looked at and read under one shared lock
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <thread>

static std::optional<int> parts = 5;
static std::shared_mutex lock;
static int part;

int main() {
    std::thread reader([] {
        std::shared_lock guard(lock);
        if (parts)
            part = 50 / *parts; // SAFE when there is one it is not 0
    });
    std::thread writer([] {
        std::unique_lock guard(lock);
        parts = 0;
        parts.reset();
    });
    reader.join();
    writer.join();
    return 0;
}
