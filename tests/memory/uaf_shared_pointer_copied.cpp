// CONSTRUCT: a shared_ptr is copied under the lock: the copy keeps the object, whoever replaces it
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
    std::shared_ptr<Texture> mine;
    {
        std::lock_guard guard(lock);
        mine = current;
    }
    drawn = mine->width; // SAFE
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
