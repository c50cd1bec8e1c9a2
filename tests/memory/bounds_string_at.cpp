// CONSTRUCT: a character of a string at an index that another thread raises, checked by at()
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

static const std::string word = "abc";
static std::atomic<std::size_t> at{2};
static char seen;
static bool beyond;

int main() {
    std::thread reader([] {
        try {
            seen = word.at(at); // SAFE it throws
        } catch (const std::out_of_range &) {
            beyond = true;
        }
    });
    std::thread mover([] { at = 3; });
    reader.join();
    mover.join();
    return 0;
}
