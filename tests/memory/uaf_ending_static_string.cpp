// CONSTRUCT: a global string is destroyed while a detached thread looks at it
#include <string>
#include <thread>

static std::string name = "a name that is too long to be kept in the object itself";
static int seen;

int main() {
    const char *text = name.c_str();
    std::thread([text] { seen = text[3]; }).detach(); // MEMORY! use-after-free
    return 0;
}
