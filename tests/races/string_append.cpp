// CONSTRUCT: a log that is appended to by two threads, one without the lock
#include <mutex>
#include <string>
#include <thread>

static std::string log_text;
static std::mutex lock;

int main() {
    std::thread first([] {
        std::lock_guard guard(lock);
        log_text += 'a'; // RACE!
    });
    std::thread second([] {
        log_text += 'b'; // RACE!
    });
    first.join();
    second.join();
    return 0;
}
