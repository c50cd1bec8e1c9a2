// CONSTRUCT: a static local is made once, but changed by one thread and read by another
#include <thread>

struct Settings {
    int width;
    Settings() : width(80) {} // NORACE
};

static Settings &settings() {
    static Settings made;
    return made;
}

static int seen;

int main() {
    std::thread first([] { settings().width = 132; }); // RACE!
    std::thread second([] { seen = settings().width; }); // RACE!
    first.join();
    second.join();
    return 0;
}
