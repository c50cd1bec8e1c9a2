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
    uint32_t token_slots = rd_token_slots(s), token_pieces = (token_slots + RD_WORDS_A_PIECE - 1) / RD_WORDS_A_PIECE;
    s->pieces = threads + 1 + cell_pieces + token_pieces;
    s->of_thread = zeroed(threads, sizeof *s->of_thread);
    s->piece_first = zeroed(s->pieces, sizeof *s->piece_first);
    s->piece_length = zeroed(s->pieces, sizeof *s->piece_length);
    s->next = zeroed(threads, sizeof *s->next);
    s->members = zeroed(threads, sizeof *s->members);
    s->best = zeroed(threads, sizeof *s->best);
    s->waiting = zeroed(threads, sizeof *s->waiting);
    s->tree = zeroed(rd_tree_size(s->pieces), sizeof *s->tree);
    if (!s->of_thread || !s->piece_first || !s->piece_length || !s->next || !s->members || !s->best || !s->waiting ||
        !s->tree) {
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
    s->token = s->slots;
    for (uint32_t piece = 0; piece < token_pieces; piece++) {
        uint32_t left = token_slots - piece * RD_WORDS_A_PIECE;
        s->piece_first[threads + 1 + cell_pieces + piece] = s->slots;
        s->piece_length[threads + 1 + cell_pieces + piece] = left < RD_WORDS_A_PIECE ? left : RD_WORDS_A_PIECE;
        s->slots += s->piece_length[threads + 1 + cell_pieces + piece];
    }
    s->now = zeroed(s->slots, sizeof *s->now);
    s->before_token = zeroed(s->slots, sizeof *s->before_token);
    s->scratch = zeroed(widest, sizeof *s->scratch);
    if (!s->now || !s->before_token || !s->scratch) {
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
    free(s->one.touched);
    for (uint64_t at = 0; at < s->list_capacity; at++)
        free(s->lists[at].uses);
    rd_kept_free(&s->parts);
    rd_kept_free(&s->states);
    rd_kept_free(&s->known);
    rd_kept_free(&s->tokens);
    void *owned[] = {s->of_thread, s->piece_first, s->piece_length, s->now, s->scratch, s->tree, s->next, s->reached,
                     s->stack, s->lists, s->found, s->listed, s->members, s->best, s->waiting,
                     s->before_token};
    for (size_t at = 0; at < sizeof owned / sizeof *owned; at++)
        free(owned[at]);
    free(s);
}

static void begin(struct rd_states *s)
{
    const uint64_t *initial = RD_ARRAY(uint64_t, s->p.initial);
    memset(s->now, 0, s->slots * sizeof *s->now);
    for (uint32_t cell = 0; cell < s->p.cells; cell++)
        *rd_cell(s, cell) = initial[cell], *rd_gone(s, cell) = RD_ARRAY(uint8_t, s->p.unwritten)[cell];
    for (uint32_t object = (uint32_t)s->p.cells; object < s->p.objects; object++)
        *rd_object(s, object) = initial[object];
    *rd_status(s, 0) = RD_IS_THERE;
}

/* Keeps the state that is worked on, if it is new. */
static void pack(struct rd_states *s)
{
    if (rd_is_armed(s) && !rd_token_matters(s))
        return;
    bool is_new;
    uint32_t state = rd_keep_state(s, &is_new);
    if (!is_new || s->failed || !rd_grow(s, (void **)&s->reached, &s->reached_capacity, state + 1ull, sizeof *s->reached) ||
        !rd_grow(s, (void **)&s->stack, &s->stack_capacity, s->stack_count + 1, sizeof *s->stack))
        return;
    s->reached[state] = (struct rd_reached){s->way.state, (uint16_t)s->way.thread, (uint16_t)s->way.chosen, s->way.armed};
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
        if (other != thread && rd_may_matter(s, thread, other))
            return false;
    return true;
}

static void close_state(struct rd_states *s, uint32_t most);

/* Behind a move: goes on with the token armed, if there is anything to arm it for. Then everything is as it was. */
static void branch(struct rd_states *s, uint32_t thread)
{
    struct rd_found way = s->way;
    if (rd_is_armed(s) || !s->asked)
        return;
    if (s->told) {
        if (s->way.steps == s->arm_at)
            rd_arm(s, thread);
        return;
    }
    memcpy(s->before_token, s->now, s->slots * sizeof *s->now);
    if (rd_arm(s, thread) && rd_token_matters(s)) {
        s->way.armed = way.steps;
        s->way.steps = 0;
        close_state(s, RD_NOTHING);
        pack(s);
    }
    memcpy(s->now, s->before_token, s->slots * sizeof *s->now);
    s->way = way;
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
                if (*rd_region(s) == 1 + (uint64_t)thread && next->count && !rd_is_armed(s)) {
                    for (uint32_t other = 0; other < s->p.threads; other++)
                        if (other != thread)
                            rd_look(s, other, &s->next[other]);
                    rd_find_meetings(s, thread, 0);
                    rd_look(s, thread, next);
                }
                if (!next->is_possible || next->event->turn_count || !is_alone(s, thread))
                    break;
                uint32_t waiting = next->event->kind == RD_DO_SIGNAL ? count_waiting(s, next->event->object) : 0;
                if (waiting > 1 || s->way.steps >= most)
                    break;
                rd_move(s, thread, waiting ? s->waiting[0] : RD_NOTHING);
                s->way.steps++;
                branch(s, thread);
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
            for (uint32_t other = 0; other < threads; other++) {
                if (inside[other] || other == one || !rd_outcomes(s, other).count)
                    continue;
                if (rd_may_matter(s, one, other)) {
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

static void take(struct rd_states *s, uint32_t state, uint32_t thread, uint32_t chosen, uint32_t turn)
{
    rd_restore_state(s, state);
    s->turn = turn;
    s->way = (struct rd_found){.state = state, .thread = thread, .chosen = chosen, .steps = 0, .armed = RD_NOTHING};
    rd_move(s, thread, chosen);
    branch(s, thread);
    close_state(s, RD_NOTHING);
    pack(s);
}

/* The beginning has no move before it: what is taken at once there comes first. */
static void from_the_beginning(struct rd_states *s)
{
    begin(s);
    s->way = (struct rd_found){
        .state = RD_NOTHING, .thread = RD_NOTHING, .chosen = RD_NOTHING, .steps = 0, .armed = RD_NOTHING};
    close_state(s, RD_NOTHING);
    pack(s);
}

static void expand(struct rd_states *s, uint32_t state)
{
    rd_restore_state(s, state);
    s->way = (struct rd_found){
        .state = state, .thread = RD_NOTHING, .chosen = RD_NOTHING, .steps = 0, .armed = RD_NOTHING};
    look_at_all(s);
    rd_find_all(s);
    uint32_t count = choose(s), threads[count + 1];
    memcpy(threads, s->best, count * sizeof *threads);
    const struct rd_do *events[count + 1];
    for (uint32_t at = 0; at < count; at++)
        events[at] = s->next[threads[at]].event;
    for (uint32_t at = 0; at < count && !s->failed; at++) {
        rd_restore_state(s, state);
        const struct rd_do *event = events[at];
        uint32_t waiting = event->kind == RD_DO_SIGNAL ? count_waiting(s, event->object) : 0;
        uint32_t chosen[waiting + 1];
        memcpy(chosen, s->waiting, waiting * sizeof *chosen);
        for (uint32_t turn = 0; turn == 0 || turn < event->turn_count; turn++) {
            for (uint32_t one = 0; one < waiting; one++)
                take(s, state, threads[at], chosen[one], turn);
            if (!waiting)
                take(s, state, threads[at], RD_NOTHING, turn);
        }
    }
}

static uint64_t bytes_of(const struct rd_states *s)
{
    return rd_kept_bytes(&s->parts) + rd_kept_bytes(&s->states) + rd_kept_bytes(&s->known) + s->list_bytes +
           s->reached_capacity * sizeof *s->reached + s->stack_capacity * sizeof *s->stack +
           s->found_capacity * sizeof *s->found;
}

void rd_states_search(struct rd_states *s, uint64_t work, uint64_t bytes, struct rd_searched *out)
{
    uint64_t until = s->work + work;
    if (!s->begun) {
        s->begun = true;
        from_the_beginning(s);
    }
    while (s->work < until && !s->failed && s->states.count < RD_OPERAND_CONSTANT && bytes_of(s) < bytes) {
        if (s->stack_count)
            expand(s, s->stack[--s->stack_count]);
        else if (s->asked && s->base_done < s->base_count)
            expand(s, s->base_done++); /* once more: behind its moves the token may be armed */
        else
            break;
    }
    bool is_over = (!s->stack_count || s->asked) && !s->failed;
    bool has_all_orders = is_over && s->asked && !s->stack_count && s->base_done == s->base_count;
    *out = (struct rd_searched){s->states.count, s->moves, s->work, bytes_of(s), is_over, has_all_orders, s->found_count,
                                (uintptr_t)s->found, (uintptr_t)s->listed, s->failed};
}

bool rd_states_arm(struct rd_states *s, const uint8_t *asked)
{
    if (!s->begun || s->stack_count || s->failed || s->asked)
        return false;
    s->asked = asked;
    s->base_count = (uint32_t)s->states.count;
    from_the_beginning(s);
    return true;
}

static void move_on(struct rd_states *s, uint32_t thread, uint32_t chosen)
{
    s->way.steps = 0;
    rd_move(s, thread, chosen);
    branch(s, thread);
}

/* What is taken at once, on the way to what was found. */
static void go_on(struct rd_states *s, uint32_t armed, uint32_t steps)
{
    s->way.steps = 0;
    if (armed != RD_NOTHING)
        close_state(s, armed);
    s->way.steps = 0;
    s->arm_at = RD_NOTHING;
    close_state(s, steps);
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
    if (found->state == RD_NOTHING) {
        s->arm_at = found->armed;
        go_on(s, found->armed, found->steps);
    }
    for (at = 0; at < length; at++) {
        struct rd_reached *one = &s->reached[states[at]];
        s->arm_at = one->armed;
        if (at)
            move_on(s, one->thread, one->chosen == 0xFFFF ? RD_NOTHING : one->chosen);
        go_on(s, one->armed, RD_NOTHING);
    }
    if (found->state != RD_NOTHING && found->thread != RD_NOTHING) {
        s->arm_at = found->armed;
        move_on(s, found->thread, found->chosen);
        go_on(s, found->armed, found->steps);
    }
    free(states);
    s->told = NULL;
    return s->told_count;
}
