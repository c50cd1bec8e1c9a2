// CONSTRUCT: call_once makes the table, all others find it made
#include <mutex>
#include <thread>

static std::once_flag made;
static int table[2], seen[2];

static void look(int me) {
    std::call_once(made, [] { table[0] = 1, table[1] = 2; });
    seen[me] = table[me];
}

int main() {
    std::thread first(look, 0), second(look, 1);
    first.join();
    second.join();
    return seen[0] + seen[1] == 3 ? 0 : 1;
}
