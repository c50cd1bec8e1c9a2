/* The search: every state that can be reached, up to orders that make no difference.
 *
 * From a state that is kept each of a set of threads moves, so that what others do before one of them moves does not
 * depend on it (depends.c). Where the set is one thread its event is taken at once, and no state is kept. */
#include <stdlib.h>
#include <string.h>

#include "search.h"

static void *zeroed(size_t count, size_t size)
{
    return calloc(count ? count : 1, size);
}

struct rd_states *rd_states_new(const struct rd_program *program)
{
    struct rd_states *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->p = *program;
    uint32_t threads = (uint32_t)program->threads, widest = 0;
    const uint32_t *registers = RD_ARRAY(uint32_t, program->registers);
    uint32_t cell_pieces = (uint32_t)(program->cells + RD_CELLS_A_PIECE - 1) / RD_CELLS_A_PIECE;
    s->pieces = threads + 1 + cell_pieces;
    s->of_thread = zeroed(threads, sizeof *s->of_thread);
    s->piece_first = zeroed(s->pieces, sizeof *s->piece_first);
    s->piece_length = zeroed(s->pieces, sizeof *s->piece_length);
    s->next = zeroed(threads, sizeof *s->next);
    s->members = zeroed(threads, sizeof *s->members);
    s->best = zeroed(threads, sizeof *s->best);
    s->waiting = zeroed(threads, sizeof *s->waiting);
    s->key = zeroed(s->pieces, sizeof *s->key);
    if (!s->of_thread || !s->piece_first || !s->piece_length || !s->next || !s->members || !s->best || !s->waiting ||
        !s->key) {
        rd_states_free(s);
        return NULL;
    }
    for (uint32_t thread = 0; thread < threads; thread++) {
        s->of_thread[thread] = s->piece_first[thread] = s->slots;
        s->piece_length[thread] = RD_OF_THREAD + registers[thread];
        s->slots += s->piece_length[thread];
        widest = registers[thread] > widest ? registers[thread] : widest;
    }
    s->all = s->piece_first[threads] = s->slots;
    s->piece_length[threads] = 1 + (uint32_t)(program->objects - program->cells);
    s->slots += s->piece_length[threads];
    s->cells = s->slots;
    for (uint32_t piece = 0; piece < cell_pieces; piece++) {
        uint32_t left = (uint32_t)program->cells - piece * RD_CELLS_A_PIECE;
        s->piece_first[threads + 1 + piece] = s->slots;
        s->piece_length[threads + 1 + piece] = 2 * (left < RD_CELLS_A_PIECE ? left : RD_CELLS_A_PIECE);
        s->slots += s->piece_length[threads + 1 + piece];
    }
    s->now = zeroed(s->slots, sizeof *s->now);
    s->scratch = zeroed(widest, sizeof *s->scratch);
    if (!s->now || !s->scratch) {
        rd_states_free(s);
        return NULL;
    }
    return s;
}

void rd_states_free(struct rd_states *s)
{
    if (!s)
        return;
    for (uint32_t thread = 0; s->next && thread < s->p.threads; thread++)
        free(s->next[thread].touched);
    for (uint64_t at = 0; at < s->list_capacity; at++)
        free(s->lists[at].positions);
    rd_kept_free(&s->parts);
    rd_kept_free(&s->states);
    rd_kept_free(&s->known);
    void *owned[] = {s->of_thread, s->piece_first, s->piece_length, s->now, s->scratch, s->key, s->next, s->reached,
                     s->stack, s->lists, s->found, s->listed, s->members, s->best, s->waiting};
    for (size_t at = 0; at < sizeof owned / sizeof *owned; at++)
        free(owned[at]);
    free(s);
}

static void begin(struct rd_states *s)
{
    const uint64_t *initial = RD_ARRAY(uint64_t, s->p.initial);
    memset(s->now, 0, s->slots * sizeof *s->now);
    for (uint32_t cell = 0; cell < s->p.cells; cell++)
        *rd_cell(s, cell) = initial[cell];
    for (uint32_t object = (uint32_t)s->p.cells; object < s->p.objects; object++)
        *rd_object(s, object) = initial[object];
}

static void unpack(struct rd_states *s, uint32_t state)
{
    const uint64_t *key = s->states.numbers + s->states.first[state];
    for (uint32_t piece = 0; piece < s->pieces; piece++) {
        uint32_t part = (uint32_t)(key[piece / 2] >> 32 * (piece & 1));
        memcpy(s->now + s->piece_first[piece], s->parts.numbers + s->parts.first[part],
               s->piece_length[piece] * sizeof *s->now);
    }
}

/* Keeps the state that is worked on, if it is new. */
static void pack(struct rd_states *s)
{
    uint64_t key[s->pieces / 2 + 1];
    memset(key, 0, sizeof key);
    bool is_new;
    for (uint32_t piece = 0; piece < s->pieces; piece++) {
        uint32_t part = rd_keep(s, &s->parts, s->now + s->piece_first[piece], s->piece_length[piece], &is_new);
        key[piece / 2] |= (uint64_t)part << 32 * (piece & 1);
    }
    uint32_t state = rd_keep(s, &s->states, key, (s->pieces + 1) / 2, &is_new);
    if (!is_new || s->failed || !rd_grow(s, (void **)&s->reached, &s->reached_capacity, state + 1ull, sizeof *s->reached) ||
        !rd_grow(s, (void **)&s->stack, &s->stack_capacity, s->stack_count + 1, sizeof *s->stack))
        return;
    s->reached[state] = (struct rd_reached){s->way.state, (uint16_t)s->way.thread, (uint16_t)s->way.chosen};
    s->stack[s->stack_count++] = state;
}

static uint32_t count_waiting(struct rd_states *s, uint32_t condition)
{
    uint32_t count = 0;
    for (uint32_t thread = 0; thread < s->p.threads; thread++)
        if (*rd_waits(s, thread) == 1 + 2 * (uint64_t)condition)
            s->waiting[count++] = thread;
    return count;
}

static bool is_alone(struct rd_states *s, uint32_t thread)
{
    if (*rd_region(s) == 1 + (uint64_t)thread)
        return true;
    for (uint32_t other = 0; other < s->p.threads; other++)
        if (other != thread && rd_may_interfere(s, thread, other))
            return false;
    return true;
}

/* Takes what can be taken at once, at most so many; whoever's turn it is comes first. */
static void close_state(struct rd_states *s, uint32_t most)
{
    if (!s->p.reduced)
        return;
    for (bool any = true; any && !s->failed;) {
        any = false;
        for (uint32_t thread = 0; thread < s->p.threads; thread++)
            for (;;) {
                struct rd_next *next = &s->next[thread];
                rd_look(s, thread, next);
                if (*rd_region(s) == 1 + (uint64_t)thread && next->count) {
                    for (uint32_t other = 0; other < s->p.threads; other++)
                        if (other != thread)
                            rd_look(s, other, &s->next[other]);
                    rd_find_meetings(s, thread, 0);
                    rd_look(s, thread, next);
                }
                if (!next->is_possible || !is_alone(s, thread))
                    break;
                const struct rd_do *event = rd_event(s, thread, *rd_position(s, thread));
                uint32_t waiting = event->kind == RD_DO_SIGNAL ? count_waiting(s, event->object) : 0;
                if (waiting > 1 || s->way.steps >= most)
                    break;
                rd_move(s, thread, waiting ? s->waiting[0] : RD_NOTHING);
                s->way.steps++;
                any = true;
            }
        if (s->way.steps >= most)
            return;
    }
}

/* Who is to move: the threads of the smallest set that was found. Returns how many. */
static uint32_t choose(struct rd_states *s)
{
    uint32_t threads = (uint32_t)s->p.threads, enabled = 0, queue[threads + 1];
    for (uint32_t thread = 0; thread < threads; thread++)
        if (s->next[thread].is_possible)
            s->best[enabled++] = thread;
    if (!s->p.reduced || enabled < 2 || *rd_region(s) != RD_NOBODY)
        return enabled;
    uint32_t best = enabled, all[threads + 1];
    memcpy(all, s->best, enabled * sizeof *all);
    for (uint32_t at = 0; at < enabled && best > 1; at++) {
        uint8_t inside[threads];
        memset(inside, 0, threads);
        uint32_t count = 1, length = 1;
        queue[0] = all[at];
        inside[all[at]] = 1;
        for (uint32_t first = 0; first < length && count < best; first++) {
            uint32_t one = queue[first];
            if (*rd_position(s, one) >= rd_count_of(s, one))
                continue;
            for (uint32_t other = 0; other < threads; other++) {
                if (inside[other] || other == one || *rd_position(s, other) >= rd_count_of(s, other))
                    continue;
                if (s->next[one].is_possible ? rd_may_interfere(s, one, other) : rd_may_enable(s, one, other)) {
                    inside[other] = 1;
                    queue[length++] = other;
                    count += s->next[other].is_possible;
                }
            }
        }
        if (count < best) {
            best = 0;
            for (uint32_t thread = 0; thread < threads; thread++)
                if (inside[thread] && s->next[thread].is_possible)
                    s->best[best++] = thread;
        }
    }
    return best;
}

static void look_at_all(struct rd_states *s)
{
    for (uint32_t thread = 0; thread < s->p.threads; thread++)
        rd_look(s, thread, &s->next[thread]);
}

static void take(struct rd_states *s, uint32_t state, uint32_t thread, uint32_t chosen)
{
    unpack(s, state);
    s->way = (struct rd_found){.state = state, .thread = thread, .chosen = chosen, .steps = 0};
    rd_move(s, thread, chosen);
    close_state(s, RD_NOTHING);
    pack(s);
}

static void expand(struct rd_states *s, uint32_t state)
{
    unpack(s, state);
    s->way = (struct rd_found){.state = state, .thread = RD_NOTHING, .chosen = RD_NOTHING, .steps = 0};
    look_at_all(s);
    rd_find_all(s);
    uint32_t count = choose(s), threads[count + 1];
    memcpy(threads, s->best, count * sizeof *threads);
    for (uint32_t at = 0; at < count && !s->failed; at++) {
        unpack(s, state);
        const struct rd_do *event = rd_event(s, threads[at], *rd_position(s, threads[at]));
        uint32_t waiting = event->kind == RD_DO_SIGNAL ? count_waiting(s, event->object) : 0;
        uint32_t chosen[waiting + 1];
        memcpy(chosen, s->waiting, waiting * sizeof *chosen);
        for (uint32_t one = 0; one < waiting; one++)
            take(s, state, threads[at], chosen[one]);
        if (!waiting)
            take(s, state, threads[at], RD_NOTHING);
    }
}

static uint64_t bytes_of(const struct rd_states *s)
{
    return rd_kept_bytes(&s->parts) + rd_kept_bytes(&s->states) + rd_kept_bytes(&s->known) + s->list_bytes +
           s->reached_capacity * sizeof *s->reached + s->stack_capacity * sizeof *s->stack +
           s->found_capacity * sizeof *s->found;
}

void rd_states_search(struct rd_states *s, uint64_t moves, uint64_t bytes, struct rd_searched *out)
{
    uint64_t until = s->moves + moves;
    if (!s->begun) {
        s->begun = true;
        begin(s);
        s->way = (struct rd_found){.state = RD_NOTHING, .thread = RD_NOTHING, .chosen = RD_NOTHING, .steps = 0};
        close_state(s, RD_NOTHING);
        pack(s);
    }
    while (s->stack_count && s->moves < until && !s->failed && s->states.count < RD_OPERAND_CONSTANT && bytes_of(s) < bytes)
        expand(s, s->stack[--s->stack_count]);
    *out = (struct rd_searched){s->states.count, s->moves, bytes_of(s), !s->stack_count && !s->failed, s->found_count,
                                (uintptr_t)s->found, (uintptr_t)s->listed, s->failed};
}

uint64_t rd_states_way(struct rd_states *s, const struct rd_found *found, struct rd_move *moves, uint64_t room)
{
    uint64_t length = 0;
    for (uint32_t state = found->state; state != RD_NOTHING; state = s->reached[state].from)
        length++;
    uint32_t *states = malloc((length + 1) * sizeof *states);
    if (!states)
        return 0;
    uint64_t at = length;
    for (uint32_t state = found->state; state != RD_NOTHING; state = s->reached[state].from)
        states[--at] = state;
    s->told = moves;
    s->told_room = room;
    s->told_count = 0;
    begin(s);
    bool from_the_beginning = found->state == RD_NOTHING;
    s->way.steps = 0;
    close_state(s, from_the_beginning ? found->steps : RD_NOTHING);
    for (at = 1; at < length; at++) {
        struct rd_reached *one = &s->reached[states[at]];
        rd_move(s, one->thread, one->chosen == 0xFFFF ? RD_NOTHING : one->chosen);
        s->way.steps = 0;
        close_state(s, RD_NOTHING);
    }
    if (!from_the_beginning && found->thread != RD_NOTHING) {
        rd_move(s, found->thread, found->chosen);
        s->way.steps = 0;
        close_state(s, found->steps);
    }
    free(states);
    s->told = NULL;
    return s->told_count;
}
