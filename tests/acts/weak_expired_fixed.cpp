// CHECK proved
// CONSTRUCT: an object that is watched by a weak pointer: alive when asked, gone when used
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

struct Document {
    int words = 100;
};

int main() {
    auto document = std::make_shared<Document>();
    std::weak_ptr<Document> watched = document;
    std::thread closer([&document] { document.reset(); });
    std::thread viewer([watched] {
        if (std::shared_ptr<Document> mine = watched.lock())
            assert(mine->words == 100);
    });
    closer.join();
    viewer.join();
    return 0;
}
