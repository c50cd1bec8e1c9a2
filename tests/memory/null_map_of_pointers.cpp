// CONSTRUCT: an entry of a map is there before what it points to
#include <map>
#include <mutex>
#include <thread>

static std::map<int, int *> scores{{7, nullptr}};
static std::mutex lock;
static int zero, seen;

int main() {
    std::thread writer([] {
        std::lock_guard guard(lock);
        scores[7] = &zero;
    });
    std::thread reader([] {
        lock.lock();
        int *mine = scores[7];
        lock.unlock();
        seen = *mine; // MEMORY! null
    });
    writer.join();
    reader.join();
    return 0;
}
