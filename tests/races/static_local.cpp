// CONSTRUCT: a static local is made once, for all who come to it
#include <thread>

struct Settings {
    int width;
    Settings() : width(80) {}
};

static Settings &settings() {
    static Settings made;
    return made;
}

static int seen[2];

int main() {
    std::thread first([] { seen[0] = settings().width; });
    std::thread second([] { seen[1] = settings().width; });
    first.join();
    second.join();
    return seen[0] == seen[1] ? 0 : 1;
}
