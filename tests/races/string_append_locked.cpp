// CONSTRUCT: a log that is appended to under its lock
#include <mutex>
#include <string>
#include <thread>

static std::string log_text;
static std::mutex lock;

static void put(char letter) {
    std::lock_guard guard(lock);
    log_text += letter;
}

int main() {
    std::thread first(put, 'a'), second(put, 'b');
    first.join();
    second.join();
    return log_text.size() == 2 ? 0 : 1;
}
