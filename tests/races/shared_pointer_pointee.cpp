// CONSTRUCT: the count of a shared_ptr is atomic, what it points to is not
#include <memory>
#include <thread>

int main() {
    auto object = std::make_shared<int>(7);
    std::thread first([mine = object] { ++*mine; }); // RACE!
    std::thread second([mine = object] { ++*mine; }); // RACE!
    first.join();
    second.join();
    return 0;
}
