/* A program as tables (trace/lower.py lays them out), what goes into a walk of one thread, and what comes out.
 *
 * Python reads the RD_* constants and struct layouts from this text (trace/walker_library.py): one `#define NAME number` or
 * one plain `type name;` a line. Arrays are handed over by address, in a uint64_t.
 *
 * An operand is a register's number in its frame, or RD_CONSTANT + number of a constant, or RD_NONE where the walk keeps
 * none (opaque). A value of aggregate type is its leaves, each in a register of its own; its shape is a number, equal for
 * types whose leaves have equal widths. A list is a first word and a length in `words`.
 */
#ifndef RADDLE_WALKER_TABLES_H
#define RADDLE_WALKER_TABLES_H
#include <stdint.h>

#define RD_NONE 0xffffffff
#define RD_CONSTANT 0x80000000

/* A value and the term that it is, 0 for a constant. */
struct rd_register {
    uint64_t value;
    uint32_t term;
    uint32_t reserved;
};

struct rd_instruction {
    uint8_t op;
    uint8_t width;        /* of the operands */
    uint8_t result_width;
    uint8_t flags;        /* RD_EVENT_*: memory order, volatile */
    uint32_t site;
    uint32_t to;
    uint32_t a;
    uint32_t b;
    uint32_t c;
    uint32_t d;
    uint32_t reserved;
};

/* A way from one block to another. Moves (to, from) are in an order in which they can be made one by one. */
struct rd_edge {
    uint32_t site;  /* of the target's label */
    uint32_t first; /* instruction */
    uint32_t moves;
    uint32_t move_count;
    uint32_t logged; /* list of registers of phis that the log has */
    uint32_t logged_count;
    uint32_t recorded; /* 0: entering the target leaves no record */
};

struct rd_case {
    uint64_t value;
    uint32_t edge;
    uint32_t reserved;
};

struct rd_function {
    uint32_t entry_site;
    uint32_t first;      /* instruction */
    uint32_t registers;  /* of a frame, with what follows */
    uint32_t returned;   /* first of the registers for what a call gave back */
    uint32_t called;     /* first of the registers that hold a bit for each call: it has returned before */
    uint32_t called_count;
    uint32_t parameters; /* for each: shape, number of leaves, and a register or RD_NONE for each */
    uint32_t parameter_count;
    uint32_t atomic;     /* a region from its entry to its return: the runtime has records at both */
    uint32_t result_shape;
    uint32_t identity;   /* the first function at its address: weak definitions of several modules share one */
    uint32_t thread_routine; /* libstdc++ runs it in a std::thread, without a catch around it */
    uint32_t blocks;     /* list of the entries of which each activation is a block that is to be atomic */
    uint32_t block_count;
};

struct rd_call {
    uint32_t site;
    uint32_t instruction;
    uint32_t function;  /* in which it stands */
    uint32_t number;    /* among the calls of that function */
    uint32_t local;     /* into the same module */
    uint32_t callee;
    uint32_t target;    /* where the callee is a constant: the function itself (local), or its identity; RD_NONE: none that is
                           walked */
    uint32_t arguments; /* for each: shape (RD_NONE: passed by value in memory), number of leaves, and the operands */
    uint32_t argument_count;
    uint32_t pinned;    /* list of operands that an external function gets */
    uint32_t pinned_count;
    uint32_t copied;    /* for each argument passed by value in memory: operand, bytes */
    uint32_t copied_count;
    uint32_t results;   /* list of registers, one for each leaf */
    uint32_t result_count;
    uint32_t result_shape;
    uint32_t normal;    /* edge of an invoke, or RD_NONE */
    uint32_t unwind;
    uint32_t catching;  /* RD_CATCHES_*: what becomes of an exception out of it, as far as this frame goes */
};

#define RD_CATCHES_NO 0
#define RD_CATCHES_MAYBE 1
#define RD_CATCHES_ENDS 2 /* noexcept */

/* by address, sorted */
struct rd_address {
    uint64_t address;
    uint32_t function;
    uint32_t reserved;
};

/* For each site: 0, or one of these + number of the function or call. */
#define RD_SITE_ENTRY 0x40000000
#define RD_SITE_CALL 0x80000000
#define RD_SITE_NUMBER 0x3fffffff

struct rd_tables {
    uint64_t instructions;
    uint64_t edges;
    uint64_t cases;
    uint64_t functions;
    uint64_t calls;
    uint64_t words;
    uint64_t constants; /* struct rd_register each */
    uint64_t addresses;
    uint64_t address_count;
    uint64_t sites;
    uint64_t site_count;
};

struct rd_walk_input {
    uint64_t tables;
    uint64_t thread;
    uint64_t blocks;
    uint64_t block_count;
    uint64_t values;
    uint64_t value_count;
    uint64_t sync;      /* all records of the run */
    uint64_t positions; /* uint64_t each: which of them are visible events of this thread, and where it waits for ever */
    uint64_t sync_count;
    uint64_t count;     /* visible events */
    uint64_t start;     /* address of the thread's routine */
    uint64_t stack_low;
    uint64_t stack_high;
    uint64_t macro;     /* entry of the macros of raddle.h, among the blocks that are to be atomic */
    uint64_t keep_private;
    uint64_t cut_short; /* the run may have ended while bytes were being logged */
    uint64_t most_filled; /* pieces of fills that may be entered, or become events: the log does not bound them */
    uint64_t shared;    /* from rd_shared_new */
    uint64_t accesses;  /* from rd_accesses_new, or 0: enter accesses there and yield no events */
    uint64_t phases;    /* struct rd_phase each, in their order */
    uint64_t phase_count;
};

/* Visible events of the thread, from `begin` to before `end`, while which no other thread exists. */
struct rd_phase {
    uint64_t begin;
    uint64_t end;
    uint64_t first; /* none has existed before: whatever is read is the same in every order */
};

struct rd_walk_output {
    uint64_t events;
    uint64_t event_count;
    uint64_t terms;
    uint64_t term_count;
    uint64_t stacks;
    uint64_t stack_count;
    uint64_t kept;      /* uint32_t each: terms that went to memory of the thread's own that is no slot of its stack */
    uint64_t kept_count;
    uint64_t error; /* RD_WALK_*, and what it says by kind */
    uint64_t a;
    uint64_t b;
    uint64_t c;
    uint64_t blocks_read;
    uint64_t count;
    uint64_t stopped_site; /* of the instruction at which the log ended, */
    uint64_t stopped_stack;
    uint64_t stopped_address; /* and the memory that it was about to touch, */
    uint64_t stopped_term;    /* the term of that address, */
    uint64_t stopped_touches; /* if any: 1 */
    uint64_t filled;          /* of most_filled */
};

#define RD_WALK_DONE 0
#define RD_WALK_CHECK 1       /* the running check differs */
#define RD_WALK_RESULT 2      /* a: function, b: logged, c: walked */
#define RD_WALK_NO_FRAME 3    /* a: site */
#define RD_WALK_NUMBER 4      /* a: number in the record */
#define RD_WALK_ARGUMENT 5    /* a: function, b: passed, c: arrived */
#define RD_WALK_GOES 6        /* a: edge, b: site in the log */
#define RD_WALK_STORED 7      /* a: walked, b: logged, c: bytes */
#define RD_WALK_NOT_ENTERED 8 /* a: function */
#define RD_WALK_INDIRECT 9
#define RD_WALK_BLOCKS_LEFT 10 /* a: how many */
#define RD_WALK_COUNT 11      /* a: what the runtime counted */
#define RD_WALK_SYNC_LEFT 12  /* a: position of the record */
#define RD_WALK_VALUES_LEFT 13 /* a: bytes */
#define RD_WALK_REFUSED 14    /* a: number of the reason */
#define RD_WALK_NO_RESULT 15  /* a: function that gave back what its caller cannot hold */
#define RD_WALK_NO_MEMORY 16
#define RD_WALK_TOO_LONG 17   /* more events or terms than their numbers can count */
#define RD_WALK_TOO_LARGE 18  /* a: bytes of one access, or of one slot */
#define RD_WALK_SILENT 19     /* a loop without any record */

#define RD_MOST_SILENT (1u << 20) /* jumps without a record: of every loop one has one */
#define RD_MOST_BYTES (1ull << 30) /* of one access or slot whose bytes are not in the log */

/* ---- the columns of trace/events.py */

struct rd_event {
    uint16_t kind;
    uint16_t flags;
    uint32_t site;
    uint32_t stack;
    uint32_t size;
    uint64_t index;
    uint64_t address;
    uint64_t value;
    uint64_t written;
    uint32_t address_term;
    uint32_t value_term;
    uint32_t written_term;
    uint32_t reserved;
};

struct rd_term {
    uint16_t op;
    uint16_t width;
    uint32_t a;
    uint32_t b;
    uint32_t c;
    uint64_t value;
    uint64_t a_value;
    uint64_t b_value;
};

struct rd_stack {
    uint32_t parent;
    uint32_t site;
};

#define RD_KIND_READ 1
#define RD_KIND_WRITE 2
#define RD_KIND_UPDATE 3
#define RD_KIND_BRANCH 4
#define RD_KIND_ASSERTION 5
#define RD_KIND_CHOICE 6
#define RD_KIND_PIN 7
#define RD_KIND_SYNC 8
#define RD_KIND_SLOT 9
#define RD_KIND_SLOT_END 10
#define RD_KIND_DIVISION 11
#define RD_KIND_BLOCK_BEGIN 12
#define RD_KIND_BLOCK_END 13

#define RD_EVENT_SEQ_CST 6
#define RD_EVENT_FAILED 16
#define RD_EVENT_LIBRARY 32
#define RD_EVENT_VISIBLE 64
#define RD_EVENT_SHARED 128

#define RD_PIN_EXTERNAL_ARGUMENT 1
#define RD_PIN_ADDRESS 2
#define RD_PIN_OPAQUE_VALUE 3
#define RD_PIN_CALL_TARGET 4
#define RD_PIN_LENGTH 5
#define RD_PIN_RESULT 6

#endif
