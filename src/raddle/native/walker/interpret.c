/* The instructions: one label for each, reached by a jump through a table. */
#include "walker.h"

#define LABEL(name) [RD_OP_##name] = &&name
#define SHARED_LABEL(name, label) [RD_OP_##name] = &&label
#define OPERAND(number) rd_operand(w, registers, number)
#define NEXT                                                                                                           \
    do {                                                                                                               \
        row++;                                                                                                         \
        goto *labels[row->op];                                                                                         \
    } while (0)
#define GO(edge)                                                                                                       \
    do {                                                                                                               \
        row = w->instructions + rd_go(w, registers, edge);                                                             \
        goto *labels[row->op];                                                                                         \
    } while (0)
/* The operator is a constant here, so that the compiler picks its one case. */
#define TWO(name)                                                                                                      \
    name:                                                                                                              \
    registers[row->to] = rd_apply(w, RD_OP_##name, OPERAND(row->a), OPERAND(row->b), row->width, row->result_width);    \
    NEXT;
#define ONE(name)                                                                                                      \
    name:                                                                                                              \
    registers[row->to] = rd_convert(w, RD_OP_##name, OPERAND(row->a), row->width, row->result_width);                   \
    NEXT;

static uint32_t edge_of_case(const struct rd_walker *w, const struct rd_instruction *row, uint64_t selector)
{
    uint32_t low = row->c, high = row->c + row->d;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (w->cases[middle].value == selector)
            return w->cases[middle].edge;
        if (w->cases[middle].value < selector)
            low = middle + 1;
        else
            high = middle;
    }
    return row->b;
}

static uint32_t edge_to_logged(struct rd_walker *w, const struct rd_instruction *row)
{
    uint32_t site = rd_peek_site(w);
    for (uint32_t edge = row->b; edge < row->b + row->c; edge++)
        if (w->edges[edge].site == site)
            return edge;
    rd_fail(w, RD_WALK_INDIRECT, 0, 0, 0);
}

void rd_interpret(struct rd_walker *w)
{
    static const void *const labels[] = {
        LABEL(ADD), LABEL(SUB), LABEL(MUL), LABEL(SHL), LABEL(LSHR), LABEL(ASHR), LABEL(AND), LABEL(OR), LABEL(XOR),
        LABEL(EQ), LABEL(NE), LABEL(UGT), LABEL(UGE), LABEL(ULT), LABEL(ULE), LABEL(SGT), LABEL(SGE), LABEL(SLT),
        LABEL(SLE), LABEL(TRUNC), LABEL(ZEXT), LABEL(SEXT), LABEL(ITE),
        SHARED_LABEL(UDIV, divide), SHARED_LABEL(SDIV, divide), SHARED_LABEL(UREM, divide), SHARED_LABEL(SREM, divide),
        SHARED_LABEL(SMAX, two), SHARED_LABEL(SMIN, two), SHARED_LABEL(UMAX, two), SHARED_LABEL(UMIN, two),
        SHARED_LABEL(UADD_OVERFLOW, two), SHARED_LABEL(SADD_OVERFLOW, two), SHARED_LABEL(USUB_OVERFLOW, two),
        SHARED_LABEL(SSUB_OVERFLOW, two), SHARED_LABEL(UMUL_OVERFLOW, two), SHARED_LABEL(SMUL_OVERFLOW, two),
        SHARED_LABEL(FADD, two), SHARED_LABEL(FSUB, two), SHARED_LABEL(FMUL, two), SHARED_LABEL(FDIV, two),
        SHARED_LABEL(FCMP_OEQ, two), SHARED_LABEL(FCMP_OGT, two), SHARED_LABEL(FCMP_OGE, two),
        SHARED_LABEL(FCMP_OLT, two), SHARED_LABEL(FCMP_OLE, two), SHARED_LABEL(FCMP_ONE, two),
        SHARED_LABEL(FCMP_ORD, two), SHARED_LABEL(FCMP_UEQ, two), SHARED_LABEL(FCMP_UGT, two),
        SHARED_LABEL(FCMP_UGE, two), SHARED_LABEL(FCMP_ULT, two), SHARED_LABEL(FCMP_ULE, two),
        SHARED_LABEL(FCMP_UNE, two), SHARED_LABEL(FCMP_UNO, two), SHARED_LABEL(FCMP_TRUE, two),
        SHARED_LABEL(FCMP_FALSE, two),
        SHARED_LABEL(BSWAP, one), SHARED_LABEL(CTPOP, one), SHARED_LABEL(ABS, one), SHARED_LABEL(FNEG, one),
        SHARED_LABEL(FABS, one), SHARED_LABEL(FPTRUNC, one), SHARED_LABEL(FPEXT, one), SHARED_LABEL(SITOFP, one),
        SHARED_LABEL(UITOFP, one), SHARED_LABEL(FPTOSI, converted), SHARED_LABEL(FPTOUI, converted),
        LABEL(MOVE), LABEL(SELECT_PIN), LABEL(INDEX), LABEL(ALLOCA), LABEL(LOAD), LABEL(LOAD_BYTES), LABEL(STORE),
        LABEL(STORE_LOGGED), LABEL(STORE_BYTES), LABEL(UPDATE), LABEL(SWAP_IF), LABEL(UPDATE_BYTES), LABEL(RESULT),
        LABEL(FENCE), LABEL(COPY_MEMORY), LABEL(FILL_MEMORY), LABEL(CALL), LABEL(CALL_LOCAL), LABEL(JUMP),
        LABEL(BRANCH), LABEL(SWITCH), LABEL(INDIRECT), LABEL(RETURN), LABEL(UNREACHABLE), LABEL(REFUSED), LABEL(RESUME),
        LABEL(EARLY), LABEL(BLOCKS), LABEL(BLOCK_MARK), LABEL(JUDGE),
    };
    const struct rd_instruction *row;
    struct rd_register *registers;
    struct rd_register a, b;
    uint64_t value;

frame_changed:
    while (!w->depth || w->frames[w->depth - 1].calling || w->frames[w->depth - 1].interrupted)
        rd_outside(w);
    registers = w->registers + w->frames[w->depth - 1].base;
    row = w->instructions + w->frames[w->depth - 1].next;
    w->stack = w->frames[w->depth - 1].stack;
    goto *labels[row->op];

    TWO(ADD)
    TWO(SUB)
    TWO(MUL)
    TWO(SHL)
    TWO(LSHR)
    TWO(ASHR)
    TWO(AND)
    TWO(OR)
    TWO(XOR)
    TWO(EQ)
    TWO(NE)
    TWO(UGT)
    TWO(UGE)
    TWO(ULT)
    TWO(ULE)
    TWO(SGT)
    TWO(SGE)
    TWO(SLT)
    TWO(SLE)
    ONE(TRUNC)
    ONE(ZEXT)
    ONE(SEXT)

divide:
    w->site = row->site;
    rd_division_event(w, row->op, OPERAND(row->a), OPERAND(row->b), row->width);
    if (rd_traps(row->op, OPERAND(row->a).value, OPERAND(row->b).value, row->width)) {
        if (!row->flags) /* else the compiled program does not do it */
            rd_end(w);
        registers[row->to] = (struct rd_register){0};
        NEXT;
    }
two:
    registers[row->to] = rd_apply(w, row->op, OPERAND(row->a), OPERAND(row->b), row->width, row->result_width);
    NEXT;
one:
    registers[row->to] = rd_convert(w, row->op, OPERAND(row->a), row->width, row->result_width);
    NEXT;
converted: /* to an integer; out of range it depends on the machine, so the log has it */
    w->site = row->site;
    a = OPERAND(row->a);
    b = rd_constant(rd_take_value(w, 8));
    if (a.term)
        b.term = rd_add_term(w, row->op, row->result_width, b.value, a, rd_constant(row->width), 0);
    registers[row->to] = b;
    NEXT;
ITE:
    a = OPERAND(row->c);
    b = a.value ? OPERAND(row->a) : OPERAND(row->b);
    if (a.term)
        b.term = rd_add_term(w, RD_OP_ITE, row->width, b.value, OPERAND(row->a), OPERAND(row->b), a.term);
    registers[row->to] = b;
    NEXT;
SELECT_PIN:
    w->site = row->site;
    rd_pin(w, OPERAND(row->a), RD_PIN_OPAQUE_VALUE);
    NEXT;
MOVE:
    registers[row->to] = OPERAND(row->a);
    NEXT;
INDEX:
    b = OPERAND(row->b);
    if (row->width < 64)
        b = rd_convert(w, RD_OP_SEXT, b, row->width, 64);
    a = OPERAND(row->c);
    if (a.value != 1)
        b = rd_apply(w, RD_OP_MUL, b, a, 64, 64);
    registers[row->to] = rd_apply(w, RD_OP_ADD, OPERAND(row->a), b, 64, 64);
    NEXT;
ALLOCA:
    w->site = row->site;
    if (row->a != RD_NONE)
        rd_pin(w, OPERAND(row->a), RD_PIN_LENGTH);
    registers[row->to] = rd_constant(rd_take_value(w, 8));
    rd_slot(w, registers[row->to].value, row->b * (row->a != RD_NONE ? OPERAND(row->a).value : 1));
    NEXT;

LOAD:
    w->site = row->site;
    if (__builtin_expect(w->count == w->signal_count, 0))
        goto interrupted;
    a = OPERAND(row->a);
    value = rd_begin_access(w, a);
    rd_note(w, a.value);
    b = rd_constant(rd_take_value(w, row->b));
    b.term = rd_read(w, value, a, row->b, b.value, row->flags);
    registers[row->to] = rd_narrowed(w, b, 8 * row->b, row->width);
    NEXT;
EARLY:
    rd_really_read(w, OPERAND(row->a));
    NEXT;
STORE:
    w->site = row->site;
    a = OPERAND(row->a);
    value = rd_begin_access(w, a);
    rd_note(w, a.value);
    b = rd_widened(w, OPERAND(row->c), row->width, 8 * row->b);
    rd_note(w, b.value);
    rd_write(w, value, a, row->b, b.value, b.term, row->flags);
    NEXT;
LOAD_BYTES:
    w->site = row->site;
    if (__builtin_expect(w->count == w->signal_count, 0))
        goto interrupted;
    rd_load_bytes_row(w, OPERAND(row->a), row->b, row->flags);
    NEXT;
interrupted: /* a signal handler comes before the load */
    w->frames[w->depth - 1].next = (uint32_t)(row - w->instructions);
    w->frames[w->depth - 1].interrupted = row->site;
    goto frame_changed;
STORE_LOGGED:
    w->site = row->site;
    rd_store_logged_row(w, row, OPERAND(row->a), OPERAND(row->c));
    NEXT;
STORE_BYTES:
    w->site = row->site;
    rd_store_bytes_row(w, OPERAND(row->a), row->b, row->flags);
    NEXT;
UPDATE:
    w->site = row->site;
    registers[row->to] = rd_update_row(w, row, OPERAND(row->a), OPERAND(row->c));
    NEXT;
SWAP_IF:
    w->site = row->site;
    rd_swap_if_row(w, row, registers, OPERAND(row->a), OPERAND(row->c), OPERAND(row->d));
    NEXT;
UPDATE_BYTES:
    w->site = row->site;
    rd_update_bytes_row(w, row, registers, OPERAND(row->a));
    NEXT;
COPY_MEMORY:
    w->site = row->site;
    rd_copy_memory_row(w, OPERAND(row->a), OPERAND(row->b), OPERAND(row->c));
    NEXT;
FILL_MEMORY:
    w->site = row->site;
    rd_fill_memory_row(w, OPERAND(row->a), OPERAND(row->b), OPERAND(row->c));
    NEXT;
RESULT:
    w->site = row->site;
    for (uint32_t at = 0; at < row->b; at++)
        rd_pin(w, OPERAND(w->words[row->a + at]), RD_PIN_OPAQUE_VALUE);
    rd_log_into(w, registers, row->c, row->d);
    NEXT;
BLOCKS:
    w->site = row->site;
    rd_cross_blocks(w, row);
    NEXT;
BLOCK_MARK:
    w->site = row->site;
    rd_mark_block(w, row->a);
    NEXT;
JUDGE:
    w->site = row->site;
    a = OPERAND(row->a);
    if ((a.term || !a.value) && (!row->b || w->depth == 1))
        rd_branch_event(w, a, 0);
    NEXT;
FENCE:
    w->site = row->site;
    rd_drain_fence(w);
    NEXT;

JUMP:
    w->site = row->site;
    GO(row->a);
BRANCH:
    w->site = row->site;
    a = OPERAND(row->a);
    if (row->c != RD_NONE && (!row->flags || a.term || a.value == row->c))
        rd_branch_event(w, a, row->c);
    else
        rd_branch_event(w, a, rd_thrown_side(w, a, row->d));
    GO(row->b + !a.value);
SWITCH:
    w->site = row->site;
    a = OPERAND(row->a);
    rd_choice_event(w, a);
    GO(edge_of_case(w, row, a.value));
INDIRECT:
    w->site = row->site;
    rd_choice_event(w, OPERAND(row->a));
    GO(edge_to_logged(w, row));
CALL:
    w->site = row->site;
    rd_read_copied(w, registers, &w->calls[row->a]);
    rd_call_outside(w, &w->calls[row->a]);
    goto frame_changed;
CALL_LOCAL:
    w->site = row->site;
    rd_read_copied(w, registers, &w->calls[row->a]);
    rd_call_local(w, &w->calls[row->a]);
    goto frame_changed;
RETURN:
    w->site = row->site;
    rd_return(w, row);
    goto frame_changed;
RESUME:
    w->site = row->site;
    rd_resume_unwinding(w);
    goto frame_changed;
UNREACHABLE:
    w->site = row->site;
    rd_end(w);
REFUSED:
    rd_fail(w, RD_WALK_REFUSED, row->a, 0, 0);
}
