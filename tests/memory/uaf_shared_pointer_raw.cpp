// CONSTRUCT: a raw pointer is taken out of a shared_ptr under the lock, and used after it
#include <memory>
#include <mutex>
#include <thread>

struct Texture {
    int width = 64;
};

static std::shared_ptr<Texture> current = std::make_shared<Texture>();
static std::mutex lock;
static int drawn;

static void draw() {
    Texture *mine;
    {
        std::lock_guard guard(lock);
        mine = current.get();
    }
    drawn = mine->width; // MEMORY! use-after-free
}

static void replace() {
    auto fresh = std::make_shared<Texture>();
    std::lock_guard guard(lock);
    current = fresh;
}

int main() {
    std::thread first(draw), second(replace);
    first.join();
    second.join();
    return 0;
}
