// CONSTRUCT: a weak_ptr is asked for its object: it either keeps it or has none
#include <memory>
#include <thread>

struct Window {
    int clicks = 0;
};

static std::shared_ptr<Window> window = std::make_shared<Window>();
static std::weak_ptr<Window> watched = window;
static int missed;

int main() {
    std::thread clicker([] {
        if (std::shared_ptr<Window> mine = watched.lock())
            mine->clicks++; // SAFE
        else
            missed++;
    });
    std::thread closer([] { window.reset(); });
    clicker.join();
    closer.join();
    return 0;
}
