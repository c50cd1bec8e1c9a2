// CONSTRUCT: a jthread is declared before the text that it reads: the text is destroyed first, then the thread joined
#include <semaphore>
#include <string>
#include <thread>

static std::binary_semaphore begun(0);
static char letters[2];

static void shout() {
    std::jthread reader;
    std::string text = "a text that is too long to be kept in the string itself";
    reader = std::jthread([&text] {
        const char *begin = text.data();
        letters[0] = begin[0];
        begun.release();
        letters[1] = begin[1]; // MEMORY! use-after-free
    });
    begun.acquire();
}

int main() {
    shout();
    return 0;
}
