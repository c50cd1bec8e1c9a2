// CONSTRUCT: a jthread is declared after the text that it reads: it is joined first, then the text is destroyed
#include <semaphore>
#include <string>
#include <thread>

static std::binary_semaphore begun(0);
static char letters[2];

static void shout() {
    std::string text = "a text that is too long to be kept in the string itself";
    std::jthread reader([&text] {
        const char *begin = text.data();
        letters[0] = begin[0];
        begun.release();
        letters[1] = begin[1]; // SAFE
    });
    begun.acquire();
}

int main() {
    shout();
    return 0;
}
