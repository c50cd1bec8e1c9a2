// CONSTRUCT: a global vector is destroyed while a detached thread reads its elements
#include <thread>
#include <vector>

static std::vector<int> weights{1, 2, 3};
static int seen;

int main() {
    const int *first = weights.data();
    std::thread([first] { seen = first[1]; }).detach(); // MEMORY! use-after-free
    return 0;
}
