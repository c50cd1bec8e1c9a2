// CONSTRUCT: a timed mutex guards one counter, and not the other
#include <mutex>
#include <thread>

static std::timed_mutex lock;
static int guarded, bare;

int main() {
    auto work = [] {
        {
            std::lock_guard guard(lock);
            guarded++; // NORACE
        }
        bare++; // RACE!
    };
    std::thread a(work), b(work);
    a.join();
    b.join();
    return guarded + bare > 4;
}
