// Our lists and trees (native/cxx/containers.c, linked in) under libstdc++'s headers, against vectors; and our hash
// tables' parts against the library's own.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <iterator>
#include <list>
#include <map>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#define REQUIRE(what) ((what) ? (void)0 : (std::printf("line %d: %s\n", __LINE__, #what), std::exit(1)))

using Node = const std::_Rb_tree_node_base;

// Black nodes on every way down; exits where two red ones follow, parents are wrong, or the counts differ.
static int blacks(Node *node, Node *parent) {
    if (node == nullptr) return 1;
    REQUIRE(node->_M_parent == parent);
    if (node->_M_color == std::_S_red) {
        REQUIRE(node->_M_left == nullptr || node->_M_left->_M_color == std::_S_black);
        REQUIRE(node->_M_right == nullptr || node->_M_right->_M_color == std::_S_black);
    }
    int left = blacks(node->_M_left, node), right = blacks(node->_M_right, node);
    REQUIRE(left == right);
    return left + (node->_M_color == std::_S_black);
}

template <class Tree> static void well_formed(const Tree &tree, const std::vector<int> &expected) {
    REQUIRE(tree.size() == expected.size());
    REQUIRE(std::equal(tree.begin(), tree.end(), expected.begin(), expected.end()));
    REQUIRE(std::equal(tree.rbegin(), tree.rend(), expected.rbegin(), expected.rend()));
    Node *header = tree.end()._M_node, *root = header->_M_parent;
    REQUIRE(header->_M_color == std::_S_red);
    if (root == nullptr) {
        REQUIRE(header->_M_left == header && header->_M_right == header);
        return;
    }
    REQUIRE(root->_M_color == std::_S_black);
    blacks(root, header);
    REQUIRE(header->_M_left == std::_Rb_tree_node_base::_S_minimum(root));
    REQUIRE(header->_M_right == std::_Rb_tree_node_base::_S_maximum(root));
}

static void trees(std::mt19937 &random, int keys, int operations, int look_every) {
    std::multiset<int> tree;
    std::vector<int> expected;
    for (int count = 0; count < operations; ++count) {
        int key = random() % keys;
        auto at = std::lower_bound(expected.begin(), expected.end(), key);
        bool grows = (count / (2 * keys)) % 2 == 0; // so that it becomes empty now and then
        switch (random() % (grows ? 4 : 8)) {
        case 0:
            tree.insert(key);
            expected.insert(at, key);
            break;
        case 1:
            tree.insert(tree.lower_bound(key), key);
            expected.insert(at, key);
            break;
        case 2:
            REQUIRE(tree.count(key) == std::size_t(std::upper_bound(at, expected.end(), key) - at));
            tree.erase(key);
            expected.erase(at, std::upper_bound(at, expected.end(), key));
            break;
        default:
            auto found = tree.lower_bound(key);
            REQUIRE((found == tree.end()) == (at == expected.end()));
            if (at == expected.end()) break;
            REQUIRE(*found == *at);
            found = tree.erase(found);
            at = expected.erase(at);
            REQUIRE((found == tree.end()) == (at == expected.end()) && (at == expected.end() || *found == *at));
        }
        if (count % look_every == 0) well_formed(tree, expected);
    }
    well_formed(tree, expected);
    std::multiset<int> copy(tree), other;
    copy.swap(other);
    well_formed(other, expected);
    other.clear();
    well_formed(other, {});
}

// In order, from behind, and handed over node by node.
static void maps(std::mt19937 &random) {
    std::map<int, int> up, down, both;
    for (int key = 0; key < 1000; ++key) {
        up[key] = key;
        down[-key] = key;
    }
    int next = 0;
    for (auto &[key, value] : up) REQUIRE(key == next++ && value == key);
    for (auto &[key, value] : down) REQUIRE(key == -value && key == -(next = next - 1));
    both.merge(up);
    both.merge(down);
    REQUIRE(up.empty() && down.size() == 1 && both.size() == 1999);
    while (!both.empty()) {
        auto node = both.extract(std::next(both.begin(), random() % std::min<std::size_t>(both.size(), 20)));
        node.key() += 5000;
        up.insert(std::move(node));
    }
    REQUIRE(up.size() == 1999 && up.begin()->first == 4001 && std::prev(up.end())->first == 5999);
}

static void same(const std::list<int> &list, const std::vector<int> &expected) {
    REQUIRE(list.size() == expected.size());
    REQUIRE(std::equal(list.begin(), list.end(), expected.begin(), expected.end()));
    REQUIRE(std::equal(list.rbegin(), list.rend(), expected.rbegin(), expected.rend()));
}

static void lists(std::mt19937 &random, int operations) {
    std::list<int> one, two;
    std::vector<int> a, b;
    for (int count = 0; count < operations; ++count) {
        int key = random() % 50;
        std::size_t at = random() % (a.size() + 1), from = random() % (b.size() + 1);
        std::size_t to = from + random() % (b.size() - from + 1);
        auto place = std::next(one.begin(), at), first = std::next(two.begin(), from), last = std::next(two.begin(), to);
        switch (random() % 12) {
        case 0: case 1: case 2:
            one.insert(place, key);
            a.insert(a.begin() + at, key);
            break;
        case 3:
            if (at == a.size()) break;
            one.erase(place);
            a.erase(a.begin() + at);
            break;
        case 4:
            one.splice(place, two, first, last);
            a.insert(a.begin() + at, b.begin() + from, b.begin() + to);
            b.erase(b.begin() + from, b.begin() + to);
            break;
        case 5: // within itself, to the front
            if (at == 0) break;
            one.splice(one.begin(), one, place, one.end());
            std::rotate(a.begin(), a.begin() + at, a.end());
            break;
        case 6:
            one.reverse();
            std::reverse(a.begin(), a.end());
            break;
        case 7:
            one.swap(two);
            std::swap(a, b);
            break;
        case 8:
            one.sort();
            std::sort(a.begin(), a.end());
            break;
        case 9:
            one.unique();
            a.erase(std::unique(a.begin(), a.end()), a.end());
            break;
        case 10: {
            one.sort();
            two.sort();
            one.merge(two);
            a.insert(a.end(), b.begin(), b.end());
            std::sort(a.begin(), a.end());
            b.clear();
            break;
        }
        default:
            if (count % 8 == 0) one.clear(), a.clear();
            one.remove(key);
            a.erase(std::remove(a.begin(), a.end(), key), a.end());
        }
        same(one, a);
        same(two, b);
    }
}

using Policy = std::__detail::_Prime_rehash_policy;
using NeedRehash = std::pair<bool, std::size_t> (*)(const Policy *, std::size_t, std::size_t, std::size_t);

extern "C" void ours_in_the_program() __asm__("_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm");

static void hash_tables(std::mt19937 &random, int operations) {
    auto library = NeedRehash(dlsym(RTLD_DEFAULT, "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm"));
    REQUIRE(library != nullptr && (void *)library != (void *)ours_in_the_program);
    for (int count = 0; count < operations; ++count) {
        const float loads[] = {1, 1, 0.5, 0.7f, 3, 10.1f};
        Policy ours(loads[random() % 6]), theirs(ours);
        std::size_t buckets = 1, elements = 0;
        for (int step = 0; step < 60; ++step) {
            std::size_t more = random() % 8 == 0 ? random() % 1000 : 1;
            auto said = ours._M_need_rehash(buckets, elements, more);
            REQUIRE(said == library(&theirs, buckets, elements, more));
            REQUIRE(ours._M_next_resize == theirs._M_next_resize);
            elements += more;
            if (said.first) buckets = said.second;
            if (random() % 8 == 0) ours._M_next_resize = theirs._M_next_resize = random() % (buckets + 1);
            if (random() % 8 == 0) elements = random() % (elements + 1);
        }
    }
    std::unordered_map<int, int> squares;
    for (int key = 0; key < 10000; ++key) squares[key] = key * key;
    for (auto &[key, value] : squares) REQUIRE(value == key * key);
    REQUIRE(squares.size() == 10000 && squares.load_factor() <= 1);
}

static void hashes(std::mt19937 &random, int operations) {
    auto library = (std::size_t(*)(const void *, std::size_t, std::size_t))dlsym(RTLD_DEFAULT, "_ZSt11_Hash_bytesPKvmm");
    REQUIRE(library != nullptr);
    for (int count = 0; count < operations; ++count) {
        std::string text(random() % 40, ' ');
        for (char &letter : text) letter = char(random());
        std::size_t from = text.empty() ? 0 : random() % text.size(), seed = random();
        REQUIRE(std::_Hash_bytes(&text[from], text.size() - from, seed) == library(&text[from], text.size() - from, seed));
    }
}

int main() {
    std::mt19937 random(1);
    trees(random, 10, 20000, 1);
    trees(random, 300, 50000, 50);
    trees(random, 5000, 100000, 5000);
    maps(random);
    lists(random, 20000);
    hash_tables(random, 2000);
    hashes(random, 20000);
    std::puts("as expected");
}
