// CONSTRUCT: two threads own the same document by a shared_ptr each, and drop it at the same time
#include <memory>
#include <thread>
#include <utility>

struct Document {
    int pages = 3;
};

static int pages[2];

int main() {
    auto document = std::make_shared<Document>();
    auto read = [](std::shared_ptr<Document> mine, int at) {
        pages[at] = mine->pages; // SAFE
        mine.reset();            // SAFE the last one deletes
    };
    std::thread first(read, document, 0), second(read, std::move(document), 1);
    first.join();
    second.join();
    return 0;
}
