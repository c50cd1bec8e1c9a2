/* What std::list, std::map, std::unordered_map and their like call in libstdc++.so: linked into every C++ program and library,
 * and instrumented as they are (docs/decisions/0013). The nodes are laid out as libstdc++'s headers say. Hidden, so that a
 * library without instrumentation keeps to its own; weak, for a libstdc++ that is linked statically. */
#include <stdbool.h>
#include <stddef.h>

#define OURS __attribute__((weak, visibility("hidden")))

#define hook _ZNSt8__detail15_List_node_base7_M_hookEPS0_
#define unhook _ZNSt8__detail15_List_node_base9_M_unhookEv
#define transfer _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_
#define reverse _ZNSt8__detail15_List_node_base10_M_reverseEv
#define swap _ZNSt8__detail15_List_node_base4swapERS0_S1_
#define increment _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base
#define increment_const _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base
#define decrement _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base
#define decrement_const _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base
#define insert_and_rebalance _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_
#define rebalance_for_erase _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_
#define need_rehash _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm
#define library_next_buckets _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm
#define hash_bytes _ZSt11_Hash_bytesPKvmm

/* A ring; the list itself is one of its links. */
struct link {
    struct link *next, *prev;
};

static void join(struct link *before, struct link *after) {
    before->next = after;
    after->prev = before;
}

OURS void hook(struct link *self, struct link *position) {
    join(position->prev, self);
    join(self, position);
}

OURS void unhook(struct link *self) {
    join(self->prev, self->next);
}

/* The links from `first` up to and without `last` go before `self`. */
OURS void transfer(struct link *self, struct link *first, struct link *last) {
    if (self == last) return;
    struct link *end = last->prev;
    join(first->prev, last);
    join(self->prev, first);
    join(end, self);
}

OURS void reverse(struct link *self) {
    struct link *at = self;
    do {
        struct link *next = at->next;
        at->next = at->prev;
        at->prev = next;
        at = next;
    } while (at != self);
}

/* The links of `from` become those of `to`, whose own are forgotten. */
static void adopt(struct link *to, struct link *from, struct link contents) {
    if (contents.next == from) {
        join(to, to);
    } else {
        join(to, contents.next);
        join(contents.prev, to);
    }
}

OURS void swap(struct link *one, struct link *other) {
    struct link of_one = *one, of_other = *other;
    adopt(one, other, of_other);
    adopt(other, one, of_one);
}

/* A red-black tree. The header is no element: its parent is the root, its left the first element, its right the last; it is
 * red, the root is black and has the header as parent. */
enum color { RED, BLACK };

struct node {
    enum color color;
    struct node *parent, *left, *right;
};

static bool is_black(const struct node *node) {
    return node == NULL || node->color == BLACK;
}

static struct node *first_below(struct node *node) {
    for (struct node *left; (left = node->left) != NULL;) node = left;
    return node;
}

static struct node *last_below(struct node *node) {
    for (struct node *right; (right = node->right) != NULL;) node = right;
    return node;
}

/* After the last element comes the header: the one parent that has its child for a parent as well. */
OURS struct node *increment(struct node *node) {
    struct node *right = node->right;
    if (right != NULL) return first_below(right);
    for (;;) {
        struct node *parent = node->parent;
        if (parent->right != node || parent->parent == node) return parent;
        node = parent;
    }
}

OURS struct node *decrement(struct node *node) {
    if (node->color == RED && node->parent->parent == node) return node->right; /* the header */
    struct node *left = node->left;
    if (left != NULL) return last_below(left);
    for (;;) {
        struct node *parent = node->parent;
        if (parent->left != node || parent->parent == node) return parent;
        node = parent;
    }
}

OURS const struct node *increment_const(const struct node *node) {
    return increment((struct node *)node);
}

OURS const struct node *decrement_const(const struct node *node) {
    return decrement((struct node *)node);
}

/* `other` (which may be no node) stands where `node` stood. */
static void replace(struct node *node, struct node *other, struct node *header) {
    struct node *parent = node->parent;
    if (parent == header)
        header->parent = other;
    else if (parent->left == node)
        parent->left = other;
    else
        parent->right = other;
    if (other != NULL) other->parent = parent;
}

static void rotate_left(struct node *node, struct node *header) {
    struct node *up = node->right, *between = up->left;
    replace(node, up, header);
    node->right = between;
    if (between != NULL) between->parent = node;
    up->left = node;
    node->parent = up;
}

static void rotate_right(struct node *node, struct node *header) {
    struct node *up = node->left, *between = up->right;
    replace(node, up, header);
    node->left = between;
    if (between != NULL) between->parent = node;
    up->right = node;
    node->parent = up;
}

static void rotate(struct node *node, bool to_left, struct node *header) {
    if (to_left)
        rotate_left(node, header);
    else
        rotate_right(node, header);
}

/* The red `node` may have a red parent. */
static void no_red_below_red(struct node *node, struct node *header) {
    for (;;) {
        struct node *parent = node->parent;
        if (parent == header) {
            node->color = BLACK;
            return;
        }
        if (parent->color == BLACK) return;
        struct node *grandparent = parent->parent;
        bool parent_is_left = grandparent->left == parent;
        struct node *uncle = parent_is_left ? grandparent->right : grandparent->left;
        if (!is_black(uncle)) {
            parent->color = BLACK;
            uncle->color = BLACK;
            grandparent->color = RED;
            node = grandparent;
            continue;
        }
        if ((parent->left == node) != parent_is_left) {
            rotate(parent, parent_is_left, header);
            parent = node;
        }
        parent->color = BLACK;
        grandparent->color = RED;
        rotate(grandparent, !parent_is_left, header);
        return;
    }
}

/* The first element goes to the left of the header. */
OURS void insert_and_rebalance(bool to_left, struct node *node, struct node *parent, struct node *header) {
    node->color = RED;
    node->parent = parent;
    node->left = NULL;
    node->right = NULL;
    if (parent == header) {
        header->parent = node;
        header->left = node;
        header->right = node;
    } else if (to_left) {
        parent->left = node;
        if (header->left == parent) header->left = node;
    } else {
        parent->right = node;
        if (header->right == parent) header->right = node;
    }
    no_red_below_red(node, header);
}

/* Below `parent` every way through `node` (which may be no node) has one black too few. */
static void one_black_more(struct node *node, struct node *parent, struct node *header) {
    while (parent != header && is_black(node)) {
        bool is_left = parent->left == node;
        struct node *sibling = is_left ? parent->right : parent->left;
        if (sibling->color == RED) {
            sibling->color = BLACK;
            parent->color = RED;
            rotate(parent, is_left, header);
            sibling = is_left ? parent->right : parent->left;
        }
        struct node *near = is_left ? sibling->left : sibling->right, *far = is_left ? sibling->right : sibling->left;
        if (is_black(near) && is_black(far)) {
            sibling->color = RED;
            node = parent;
            parent = node->parent;
            continue;
        }
        if (is_black(far)) {
            near->color = BLACK;
            sibling->color = RED;
            rotate(sibling, !is_left, header);
            far = sibling;
            sibling = near;
        }
        sibling->color = parent->color;
        parent->color = BLACK;
        far->color = BLACK;
        rotate(parent, is_left, header);
        return;
    }
    if (node != NULL) node->color = BLACK;
}

/* Takes a node with two children out: its successor, which has no left child, takes its place and its color. */
static void take_out_inner(struct node *node, struct node *header) {
    struct node *next = first_below(node->right), *child = next->right, *parent = next->parent;
    enum color gone = next->color;
    if (parent == node) {
        parent = next;
    } else {
        replace(next, child, header);
        next->right = node->right;
        next->right->parent = next;
    }
    next->left = node->left;
    next->left->parent = next;
    next->color = node->color;
    replace(node, next, header);
    if (gone == BLACK) one_black_more(child, parent, header);
}

/* Returns the node that is to be freed. */
OURS struct node *rebalance_for_erase(struct node *node, struct node *header) {
    struct node *left = node->left, *right = node->right;
    if (left != NULL && right != NULL) {
        take_out_inner(node, header);
        return node;
    }
    struct node *child = left != NULL ? left : right, *parent = node->parent;
    if (header->left == node) header->left = right != NULL ? first_below(right) : parent;
    if (header->right == node) header->right = left != NULL ? last_below(left) : parent;
    replace(node, child, header);
    if (node->color == BLACK) one_black_more(child, parent, header);
    return node;
}

/* Of a hash table: more elements than next_resize need more buckets. */
struct policy {
    float most_per_bucket;
    size_t next_resize;
};

struct resize {
    bool needed;
    size_t buckets;
};

enum { FIRST_BUCKETS = 11, GROWTH = 2 };

/* A prime not below `least`; next_resize is set to what so many buckets can hold. */
size_t library_next_buckets(struct policy *policy, size_t least);

static size_t max(size_t one, size_t other) {
    return one < other ? other : one;
}

/* Apart, so that they are calculated only where they must be: what is made an integer is not followed. */
static size_t divided(size_t number, float by) {
    return (size_t)(number / (double)by);
}

static size_t multiplied(size_t number, float by) {
    return (size_t)(number * (double)by);
}

OURS struct resize need_rehash(struct policy *self, size_t buckets, size_t elements, size_t more) {
    size_t all = elements + more;
    if (all <= self->next_resize) return (struct resize){false, 0};
    size_t to_hold = max(all, self->next_resize != 0 ? 0 : FIRST_BUCKETS);
    float most = self->most_per_bucket;
    size_t least = most == 1 ? to_hold : divided(to_hold, most);
    if (least < buckets) {
        self->next_resize = most == 1 ? buckets : multiplied(buckets, most);
        return (struct resize){false, 0};
    }
    struct policy grown = {most, 0}; /* the library writes here, not into the program's */
    struct resize resize = {true, library_next_buckets(&grown, max(least + 1, GROWTH * buckets))};
    self->next_resize = grown.next_resize;
    return resize;
}

/* std::hash of strings: MurmurHash64A. Libraries may share a table with the program, so it must be the same function. */
static const size_t MULTIPLIER = 0xc6a4a7935bd1e995;

static size_t mixed(size_t value) {
    return value ^ value >> 47;
}

OURS size_t hash_bytes(const void *bytes, size_t length, size_t seed) {
    typedef size_t word __attribute__((aligned(1), may_alias));
    const unsigned char *at = bytes, *end = at + (length & ~(size_t)7);
    size_t hash = seed ^ length * MULTIPLIER;
    for (; at != end; at += 8) hash = (hash ^ mixed(*(const word *)at * MULTIPLIER) * MULTIPLIER) * MULTIPLIER;
    size_t rest = length & 7, tail = 0;
    for (size_t byte = 0; byte != rest; ++byte) tail |= (size_t)end[byte] << 8 * byte;
    if (rest != 0) hash = (hash ^ tail) * MULTIPLIER;
    return mixed(mixed(hash) * MULTIPLIER);
}
