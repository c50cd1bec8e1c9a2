// CONSTRUCT: one thread copies a shared_ptr while another empties it
#include <memory>
#include <thread>

static std::shared_ptr<int> current = std::make_shared<int>(1), kept;

int main() {
    std::thread keeper([] { kept = current; }); // RACE!
    std::thread closer([] { current.reset(); }); // RACE!
    keeper.join();
    closer.join();
    return 0;
}
