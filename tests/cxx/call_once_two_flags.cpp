// CONSTRUCT: call_once with a flag per object, for something that is shared by all objects
#include <cassert>
#include <mutex>
#include <thread>

static int registered;

class Plugin {
public:
    void load() {
        std::call_once(loaded_, [] { registered = registered + 1; });
    }

private:
    std::once_flag loaded_;
};

int main() {
    Plugin audio, video;
    std::thread a(&Plugin::load, &audio);
    std::thread b(&Plugin::load, &video);
    a.join();
    b.join();
    assert(registered >= 1); // HOLDS
    assert(registered == 2); // FAILS
    return 0;
}
