// CONSTRUCT: two threads hold one object by pointers of their own; the last one deletes it
#include <memory>
#include <thread>

static int seen[2];

int main() {
    auto object = std::make_shared<int>(7);
    std::thread first([mine = object] { seen[0] = *mine; });
    std::thread second([mine = object] { seen[1] = *mine; });
    object.reset();
    first.join();
    second.join();
    return seen[0] == seen[1] ? 0 : 1;
}
