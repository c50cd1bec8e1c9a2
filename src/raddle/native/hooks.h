/* What instrumented code calls, and in which order: the contract between capture/instrument.py and the runtime.
 *
 * "Visible" hooks are scheduling points: they take the number `count` of the calling thread, and another thread may run
 * before the operation. They stand immediately before the operation they announce. All others only log.
 * "Logs n bytes" means: appends them to the thread's values, nothing between them.
 * Each hook returns at once in a thread the runtime does not control (not recording, or inside the runtime itself).
 *
 * The check: for an address or stored value x, check = (check ^ x) * RD_CHECK_FACTOR (64 bit, wrapping). A block record holds
 * its upper 32 bits and leaves it as it is.
 */
#ifndef RADDLE_HOOKS_H
#define RADDLE_HOOKS_H
#include <stdint.h>

#define RD_CHECK_FACTOR 0x9e3779b97f4a7c15

typedef const char *rd_site; /* an address in section raddle_sites; its offset there is the site id */

struct rd_module {
    rd_site sites;
    uint64_t site_count;
    const void *const *addresses;
    uint64_t address_count;
    const char *hash; /* 64 hexadecimal digits */
};

void __raddle_module(const struct rd_module *module); /* from each module's constructor, before other constructors */

/* control flow */
void __raddle_block(rd_site label);   /* block record; after the block's phis; not in blocks that are silent (ir/records.py) */
void __raddle_return(rd_site call);   /* block record; after every call but direct ones into the same module, before its values */
void __raddle_value(uint64_t value);  /* logs 8 bytes: parameters on entry, results the walk cannot compute */
void __raddle_slot(void *address, uint64_t n); /* after an alloca: n bytes begin as zeros, whatever was on the stack; logs 8 bytes */

/* memory; check covers the address, and for stores then the value (zero-extended) */
void __raddle_load1(const void *p);   /* visible; logs the 1 byte there */
void __raddle_load2(const void *p);
void __raddle_load4(const void *p);
void __raddle_load8(const void *p);
void __raddle_load_bytes(const void *p, uint64_t n); /* visible; logs n bytes: types the walk keeps opaque, and byval arguments */
void __raddle_store1(void *p, uint64_t value); /* visible */
void __raddle_store2(void *p, uint64_t value);
void __raddle_store4(void *p, uint64_t value);
void __raddle_store8(void *p, uint64_t value);
void __raddle_store_bytes(void *p, uint64_t n);  /* visible; before the store of an opaque type; check: address only */
void __raddle_stored_bytes(void *p, uint64_t n); /* after it; logs the n bytes now there; not visible */
void __raddle_rmw1(void *p);          /* visible; logs the old value; check: address */
void __raddle_rmw2(void *p);
void __raddle_rmw4(void *p);
void __raddle_rmw8(void *p);
void __raddle_rmw_bytes(void *p, uint64_t n); /* visible; logs the n old bytes; then stored_bytes follows */
void __raddle_copy(void *to, const void *from, uint64_t n);     /* memcpy, memmove: two visible events (read, write) in one step; logs n bytes of from; check: from, to, n; nothing at all for n == 0 */
void __raddle_fill(void *to, uint64_t byte, uint64_t n);        /* memset: one visible event; check: to, byte, n; nothing for n == 0 */
void __raddle_fence(void);            /* visible */

/* functions whose name begins with __VERIFIER_atomic_ */
void __raddle_region_begin(void);
void __raddle_region_end(void);

/* library functions whose effect on memory or the world the runtime knows: `function` is an RD_FN_* of effects.h.
 * Arguments are integers or pointers, in order; missing ones are 0. `before` may block and records RD_READ, RD_EXTERNAL;
 * `after` records RD_WRITE. */
void __raddle_before_call(uint32_t function, uint64_t a, uint64_t b, uint64_t c, uint64_t d);
void __raddle_after_call(uint32_t function, uint64_t result, uint64_t a, uint64_t b, uint64_t c, uint64_t d);

#endif
