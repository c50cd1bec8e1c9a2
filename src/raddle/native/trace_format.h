/* The recording: the one contract between the runtime that writes it and the Python that reads it.
 *
 * A recording is one file. Page 0 is struct rd_file_header. Behind it stand chunks, each a multiple of RD_PAGE long and
 * opening with struct rd_chunk_header; the next chunk begins `size` bytes after the last. The runtime maps chunks shared and
 * writes into them in place, so that whatever ends the process (also SIGKILL) leaves everything written so far.
 *
 * How long a stream is: a closed chunk has `used` set. The chunk a thread is still writing has used == RD_OPEN, and its true
 * length stands in that thread's rd_thread_page (for RD_SYNC: in the file header).
 *
 * A stream is its chunks in the order of `sequence`, not of the file: the chunk that is still being written is copied behind the
 * others when it is full, and takes the next number. Where it and another one have the same number, the other one is its copy
 * and it does not count.
 *
 * Python reads the RD_* constants and the struct layouts from this text (trace/format.py): keep one `#define NAME number` or
 * one plain `type name;` a line.
 *
 * Bump rule: any change of layout or meaning raises RD_VERSION and adds a line to the history.
 * History: 1 first format.
 *          2 chunks of a stream in the order of `sequence`; silent blocks have no record; the file of a library's
 *            module behind its addresses; futexes, signals, cancellation, last words, strangers.
 *          3 the end of the process is its last event, behind all handlers and destructors; handlers that are not followed;
 *            the files that are loaded, and what defines the functions that the program calls;
 *            initialisations of conditions and reader-writer locks.
 *          4 how many a wake of a futex wakes at most, and what may end a wait.
 *          5 what files under /proc say, as values from outside.
 */
#ifndef RADDLE_TRACE_FORMAT_H
#define RADDLE_TRACE_FORMAT_H
#include <stdint.h>

#define RD_VERSION 5
#define RD_PAGE 4096
#define RD_MAGIC 0x2e656c6464617221
#define RD_CHUNK_MAGIC 0x6b6e6863
#define RD_OPEN 0xffffffffffffffff
#define RD_NO_THREAD 0xffff

/* ---- kinds of chunk */
#define RD_CHUNK_META 1    /* UTF-8 JSON, written by Python before and after the run */
#define RD_CHUNK_IR 2      /* one module's normalised IR, zlib; written by Python before the run */
#define RD_CHUNK_MODULE 3  /* struct rd_module_record and its addresses; written when the module's constructor runs */
#define RD_CHUNK_THREAD 4  /* struct rd_thread_page */
#define RD_CHUNK_BLOCKS 5  /* struct rd_block_record each; one stream a thread */
#define RD_CHUNK_VALUES 6  /* packed little-endian values, 1/2/4/8/n bytes each; one stream a thread */
#define RD_CHUNK_SYNC 7    /* struct rd_sync_record each; one stream for the process, in its global order */
#define RD_CHUNK_INPUT 8   /* bytes the program was given (stdin), written by Python */
#define RD_CHUNK_LAST_WORDS 9 /* of a C++ exception that nobody caught: the name of its type as type_info has it, a 0, what() */
#define RD_CHUNK_STRANGER 10  /* a library without hooks: the path of its file, a 0, and what it did in words */
#define RD_CHUNK_OBJECTS 11   /* struct rd_objects and what follows it; the first before main, another after libraries were loaded */

struct rd_file_header {
    uint64_t magic;
    uint32_t version;
    uint32_t header_size;
    uint64_t end;        /* file offset where the next chunk will begin */
    uint64_t sync_chunk; /* file offset of the open RD_SYNC chunk, 0: none */
    uint64_t sync_base;  /* address at which that chunk was mapped */
    uint64_t sync_next;  /* address of the next record */
    uint64_t threads;    /* how many thread pages there are */
    uint64_t outcome;    /* RD_OUTCOME_* as far as the runtime knows */
};

struct rd_chunk_header {
    uint32_t magic;
    uint32_t kind;
    uint32_t thread;   /* index of the thread, RD_NO_THREAD where there is none */
    uint32_t sequence; /* 0, 1, 2... within its stream */
    uint64_t size;     /* whole chunk with this header, a multiple of RD_PAGE */
    uint64_t used;     /* bytes behind this header, or RD_OPEN */
    uint64_t reserved0;
    uint64_t reserved1;
    uint64_t reserved2;
    uint64_t reserved3;
};

/* One a thread; the hot part of the runtime's state lives in it, so it is always current. */
struct rd_thread_page {
    uint64_t count;       /* visible events performed */
    uint64_t limit;       /* the scheduler is asked when count reaches this */
    uint64_t value_next;  /* address of the next value byte */
    uint64_t value_end;   /* take a new chunk beyond this */
    uint64_t block_next;  /* address of the next block record */
    uint64_t block_end;
    uint64_t check;       /* running check over addresses and stored values */
    uint64_t value_base;  /* address at which the open chunk is mapped */
    uint64_t value_chunk; /* its file offset */
    uint64_t block_base;
    uint64_t block_chunk;
    uint64_t parent;      /* index of the creating thread, RD_NO_THREAD for main */
    uint64_t start_routine;
    uint64_t start_argument;
    uint64_t stack_low;
    uint64_t stack_high;
    char path[128]; /* main, main.1, main.1.2: creation path, the same under every schedule */
};

/* A block that was entered, or (site of a call) a call that returned. `check` covers all accesses since the last record. Silent
 * blocks have none: ir/records.py says which, and that the others suffice to tell which way the run went. */
struct rd_block_record {
    uint32_t site;
    uint32_t check;
};

/* behind it: `addresses` times uint64_t, the run-time address of each name in the module's address table; behind them, up to the
 * chunk's end, the path of the shared library's file (nothing: it is a module of the executable) */
struct rd_module_record {
    uint32_t site_base; /* first site id of the module; site = site_base + line in its text, modulo 2^32 for a library's */
    uint32_t sites;
    uint64_t addresses;
    char hash[64]; /* of the normalised text, hexadecimal, no terminator */
};

/* Behind it: `objects` times struct rd_object, `stand_ins` times struct rd_stand_in, the paths of the files one after the other
 * (that of the executable is empty). */
struct rd_objects {
    uint64_t objects;
    uint64_t stand_ins;
};

/* a file that is loaded, the program itself or a library, and where */
struct rd_object_file {
    uint64_t begin;
    uint64_t end;
    uint64_t path_length;
};

/* an address in the executable that stands for a function of a library */
struct rd_stand_in {
    uint64_t address;
    uint64_t function;
};

/* Something that the runtime did or saw. With RD_FLAG_VISIBLE it is visible event number `count` of its thread; otherwise it
 * stands before visible event number `count`. */
struct rd_sync_record {
    uint8_t kind;
    uint8_t flags;
    uint16_t thread;
    uint32_t result; /* what the call returned, where it returned an int */
    uint64_t count;
    uint64_t object; /* address of the lock, condition, memory ... */
    uint64_t value;  /* meaning by kind */
    uint64_t extra;  /* meaning by kind */
    uint64_t blocks; /* block records its thread had written before: where in its control flow it happened */
};

#define RD_FLAG_VISIBLE 1
#define RD_FLAG_MISUSE 2   /* POSIX calls it an error or undefined: result says what was returned */
#define RD_FLAG_RECURSIVE 4 /* an inner acquire or release of a recursive lock: ownership did not change */
#define RD_FLAG_ENABLED 8  /* RD_PENDING only */
#define RD_FLAG_FAILED 16  /* a try that did not get it, a timed operation that timed out */
#define RD_FLAG_LIVE 32    /* RD_INPUT past the end of what was to be fed back */

/* threads */
#define RD_START 1          /* first event of a thread; value: start routine, extra: its argument */
#define RD_EXIT 2           /* last event of a thread; value: what it returned */
#define RD_CREATE 3         /* value: index of the child; the store of its id is an RD_WRITE before it */
#define RD_JOIN 4           /* value: index of the thread joined; extra: what it returned */
#define RD_DETACH_THREAD 5  /* pthread_detach; value: index */
/* mutexes and spin locks; object: the lock */
#define RD_LOCK 8
#define RD_UNLOCK 9
#define RD_TRYLOCK 10
#define RD_TIMEDLOCK 11
/* reader-writer locks */
#define RD_RDLOCK 12
#define RD_WRLOCK 13
#define RD_TRYRDLOCK 14
#define RD_TRYWRLOCK 15
#define RD_TIMEDRDLOCK 16
#define RD_TIMEDWRLOCK 17
#define RD_RWUNLOCK 18
/* condition variables; object: the condition, value: the mutex */
#define RD_WAIT 19          /* releases the mutex and enqueues, one event */
#define RD_WAKE 20          /* extra: RD_WAKE_*; RD_REACQUIRE follows */
#define RD_REACQUIRE 21     /* object: the mutex */
#define RD_SIGNAL 22        /* value: index of the thread woken or RD_NO_THREAD */
#define RD_BROADCAST 23     /* value: how many were woken */
/* semaphores; value: the count after the event */
#define RD_SEM_INIT 24
#define RD_SEM_WAIT 25
#define RD_SEM_TRYWAIT 26
#define RD_SEM_TIMEDWAIT 27
#define RD_SEM_POST 28
#define RD_SEM_GET 29
/* barriers; value: round */
#define RD_BARRIER_INIT 30  /* value: how many it waits for */
#define RD_BARRIER_ARRIVE 31
#define RD_BARRIER_LEAVE 32
/* pthread_once */
#define RD_ONCE_BEGIN 33
#define RD_ONCE_END 34
#define RD_ONCE_PASS 35     /* it had been done */
/* the scheduler */
#define RD_YIELD 36
#define RD_SLEEP 37         /* value: nanoseconds asked for */
#define RD_FENCE 38
#define RD_SWITCH 39        /* this thread took the baton; not visible */
#define RD_OUTSIDE 40       /* the watchdog took the baton from a thread that sleeps in the kernel; not visible */
#define RD_BACK 41          /* it came back; not visible */
#define RD_PENDING 42       /* exploring: what each thread would do next; value: access kind or sync kind, extra: size. Else, at
                               the end of the process: what a thread waits for that cannot go on, as of RD_DEADLOCK */
/* memory */
#define RD_ALLOC 43         /* object: address, value: size, extra: alignment; result: RD_HEAP_* */
#define RD_FREE 44          /* object: address, value: size */
#define RD_READ 45          /* a library function read value bytes at object; the bytes follow in the thread's values */
#define RD_WRITE 46         /* a library function wrote value bytes at object; the bytes follow in the thread's values */
#define RD_EXTERNAL 47      /* a call with an effect outside memory (output); object: what it acts on */
#define RD_INPUT 48         /* a value from outside; object: RD_INPUT_*, value: the value; not visible */
/* regions and endings */
#define RD_REGION_BEGIN 49
#define RD_REGION_END 50
#define RD_ASSERT_FAIL 51   /* object, value: addresses of expression and file; extra: line */
#define RD_ABORT 52         /* extra: 1 where std::terminate was called; RD_CHUNK_LAST_WORDS then says why */
#define RD_PROCESS_EXIT 53  /* value: status; behind what main's return or exit() runs */
#define RD_ASSUME_FAIL 54
#define RD_ERROR_CALL 55    /* reach_error and its kin */
#define RD_DEADLOCK 56      /* it waits for ever; object: for what, value: sync kind, extra: index of the holder; not visible */
#define RD_DIVERGED 57      /* the schedule cannot be followed; object: RD_DIVERGED_*, value: segment number, extra: its upto */
#define RD_KEY_CREATE 58
#define RD_ACCESS 59        /* RD_PENDING's value for a memory access of the program */
#define RD_SCHEDULE_END 60  /* the given schedule was followed to its end; not visible */
#define RD_MUTEX_INIT 61    /* value: type */
#define RD_DESTROY 62       /* a lock, condition, semaphore or barrier was destroyed */
#define RD_SIGNALS 63       /* the program installed its first signal handler or timer; not visible */
/* futexes by syscall(); object: the word. A wait is two events whether it sleeps or not */
#define RD_FUTEX_WAIT 64    /* value: what the word had to hold, extra: what it held; result: RD_WAKE_BY_* */
#define RD_FUTEX_WOKEN 65   /* extra: RD_WAKE_* */
#define RD_FUTEX_WAKE 66    /* value: index of the first thread woken or RD_NO_THREAD, extra: how many at most (0: of some
                             * kind, or some are moved to another word); result: how many were */
/* signals; value: the signal's number; extra: RD_SENT_* */
#define RD_SIGNAL_SEND 67    /* the program sends one to itself; object: index of the thread or RD_NO_THREAD */
#define RD_SIGNAL_DELIVER 68 /* the handler runs now; object: its address */
#define RD_SIGNAL_RETURN 69  /* the handler has returned */
#define RD_SIGNAL_WAIT 70    /* sigwait and its kin took one; failed: a handler ended it, or pause, or its time was up */
/* cancellation, which comes as a signal does */
#define RD_CANCEL 71         /* object: index of the thread; extra: RD_SENT_TO_THREAD */
#define RD_CANCELLED 72      /* the thread ends at a cancellation point */
#define RD_UNFOLLOWED 73     /* every thread has ended, and what runs then when the process ends is no event; not visible */
#define RD_INIT 74           /* a condition or a reader-writer lock was initialised */
#define RD_CANCELLATION 99   /* in place of a signal's number in a directive */

#define RD_WAKE_SIGNAL 1
#define RD_WAKE_TIMEOUT 2
#define RD_WAKE_SPURIOUS 3
#define RD_WAKE_BY_TIME 4 /* time may end the wait, */
#define RD_WAKE_BY_KIND 8 /* and not every wake does */

#define RD_HEAP_MALLOC 1
#define RD_HEAP_CALLOC 2
#define RD_HEAP_REALLOC 3
#define RD_HEAP_ALIGNED 4

#define RD_INPUT_TIME 1
#define RD_INPUT_RANDOM 2
#define RD_INPUT_PID 3
#define RD_INPUT_NONDET 4
#define RD_INPUT_SIGNAL 5
#define RD_INPUT_PROC 6

#define RD_SENT_FROM_OUTSIDE 0
#define RD_SENT_TO_THREAD 1   /* by the program itself */
#define RD_SENT_TO_PROCESS 2  /* by the program itself, while no thread would take it */

#define RD_DIVERGED_NO_THREAD 1   /* the segment's thread does not exist */
#define RD_DIVERGED_ENDED 2       /* it has ended before the segment's upto */
#define RD_DIVERGED_BLOCKED 3     /* its next event cannot happen */

#define RD_OUTCOME_RUNNING 0
#define RD_OUTCOME_EXIT 1
#define RD_OUTCOME_ASSERT 2
#define RD_OUTCOME_ABORT 3
#define RD_OUTCOME_DEADLOCK 4
#define RD_OUTCOME_ASSUME 5
#define RD_OUTCOME_ERROR 6
#define RD_OUTCOME_DIVERGED 7
#define RD_OUTCOME_LIMIT 8        /* as many events or bytes as were allowed */
#define RD_OUTCOME_REFUSED 9      /* the program called what cannot be modelled; it was named on stderr */

#endif
