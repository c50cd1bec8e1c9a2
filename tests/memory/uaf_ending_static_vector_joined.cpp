// CONSTRUCT: a global vector is destroyed when the thread that reads its elements was joined
#include <thread>
#include <vector>

static std::vector<int> weights{1, 2, 3};
static int seen;

int main() {
    std::thread reader([] { seen = weights[1]; });
    reader.join();
    return 0;
}
