// CONSTRUCT: a std::string appended to by two threads under a lock
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

static std::mutex lock;
static std::string text;

static void append(const char *word) {
    std::lock_guard guard(lock);
    text += word;
    text += ' ';
}

int main() {
    std::thread a(append, "alpha"), b(append, "betas");
    a.join();
    b.join();
    assert(text.size() == 12); // HOLDS
    assert(text == "alpha betas " || text == "betas alpha "); // HOLDS
    return 0;
}
