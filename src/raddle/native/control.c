/* Reads the control file, and answers what it says about a thread's next event. control.h is the list of directives. */
#include "runtime.h"

#include <fcntl.h>

struct rd_control rd_control = {.quantum = 10000, .watchdog = true};

static struct rd_name *names[1024]; /* hash table, chained */

struct rd_name *rd_find_name(const char *path)
{
    uint64_t hash = 5381;
    for (const char *c = path; *c; c++)
        hash = hash * 33 + (unsigned char)*c;
    struct rd_name **chain = &names[hash % 1024];
    for (struct rd_name *name = *chain; name; name = name->next)
        if (strcmp(name->path, path) == 0)
            return name;
    struct rd_name *name = rd_take(sizeof *name);
    strncpy(name->path, path, sizeof name->path - 1);
    name->next = *chain;
    *chain = name;
    return name;
}

static void append(struct rd_list *list, uint64_t item)
{
    if (list->used == list->room) {
        list->room = list->room ? 2 * list->room : 16;
        uint64_t *items = rd_take(list->room * sizeof *items);
        if (list->used)
            memcpy(items, list->items, list->used * sizeof *items);
        list->items = items;
    }
    list->items[list->used++] = item;
}

/* appends an entry of `width` items and moves it to its place by its first item */
static void insert(struct rd_list *list, uint64_t width, uint64_t key, uint64_t value)
{
    append(list, key);
    if (width == 2)
        append(list, value);
    for (uint64_t at = list->used - width; at && list->items[at - width] > key; at -= width)
        for (uint64_t i = 0; i < width; i++) {
            uint64_t moved = list->items[at + i];
            list->items[at + i] = list->items[at - width + i];
            list->items[at - width + i] = moved;
        }
}

/* the place in a sorted list of the entry for `key`; keys are asked for in ascending order */
static const uint64_t *look_up(struct rd_list *list, uint64_t width, uint64_t key)
{
    while (list->next < list->used && list->items[list->next] < key)
        list->next += width;
    return list->next < list->used && list->items[list->next] == key ? list->items + list->next : NULL;
}

bool rd_is_to_time_out(const struct rd_thread *thread)
{
    return look_up(&thread->name->timeouts, 1, thread->page->count);
}

int rd_given_signal(const struct rd_thread *thread)
{
    const uint64_t *entry = look_up(&thread->name->signals, 2, thread->page->count);
    return entry ? (int)entry[1] : 0;
}

bool rd_is_given_later(const struct rd_thread *thread, int number)
{
    const struct rd_list *signals = &thread->name->signals;
    for (uint64_t at = signals->next; at < signals->used; at += 2)
        if (signals->items[at] > thread->page->count && signals->items[at + 1] == (uint64_t)number)
            return true;
    return false;
}

uint64_t rd_next_given_signal(const struct rd_thread *thread)
{
    look_up(&thread->name->signals, 2, thread->page->count);
    const struct rd_list *signals = &thread->name->signals;
    return signals->next < signals->used ? signals->items[signals->next] : RD_FOREVER;
}

struct rd_thread *rd_chosen_waiter(const struct rd_thread *thread)
{
    const uint64_t *entry = look_up(&thread->name->choices, 2, thread->page->count);
    return entry ? ((struct rd_name *)entry[1])->thread : NULL;
}

/* ---- reading */

static const char *line_start; /* for complaints */

static void misread(void)
{
    char line[80];
    uint64_t length = strcspn(line_start, "\n");
    length = length < sizeof line - 1 ? length : sizeof line - 1;
    memcpy(line, line_start, length);
    line[length] = 0;
    RD_SAY("control file: cannot understand: ", line);
    RD_SYSCALL1(SYS_exit_group, RD_EXIT_STATUS_ENDED);
}

/* the next word of the line, ended by a null in place; moves on past it */
static char *word(char **rest)
{
    char *start = *rest + strspn(*rest, " \t");
    char *end = start + strcspn(start, " \t\n");
    if (start == end)
        misread();
    *rest = *end && *end != '\n' ? end + 1 : end;
    *end = 0;
    return start;
}

static uint64_t number(char **rest)
{
    const char *digits = word(rest);
    bool negative = *digits == '-';
    digits += negative;
    unsigned base = digits[0] == '0' && digits[1] == 'x' ? 16 : 10;
    digits += base == 16 ? 2 : 0;
    uint64_t value = 0;
    do {
        unsigned digit = *digits >= '0' && *digits <= '9' ? (unsigned)(*digits - '0')
                         : *digits >= 'a' && *digits <= 'f' ? (unsigned)(*digits - 'a' + 10) : 99;
        if (digit >= base)
            misread();
        value = value * base + digit;
    } while (*++digits);
    return negative ? -value : value;
}

static void add_segment(char **rest)
{
    if (rd_control.segment_count == rd_control.segment_room) {
        rd_control.segment_room = rd_control.segment_room ? 2 * rd_control.segment_room : 256;
        struct rd_segment *segments = rd_take(rd_control.segment_room * sizeof *segments);
        if (rd_control.segment_count)
            memcpy(segments, rd_control.segments, rd_control.segment_count * sizeof *segments);
        rd_control.segments = segments;
    }
    struct rd_segment *segment = &rd_control.segments[rd_control.segment_count++];
    segment->name = rd_find_name(word(rest));
    segment->upto = number(rest);
}

static void add_choice(char **rest)
{
    struct rd_name *name = rd_find_name(word(rest));
    uint64_t count = number(rest);
    insert(&name->choices, 2, count, rd_address(rd_find_name(word(rest))));
}

static void add_input(char **rest)
{
    struct rd_name *name = rd_find_name(word(rest));
    uint64_t kind = number(rest);
    if (kind >= sizeof name->inputs / sizeof *name->inputs)
        misread();
    append(&name->inputs[kind], number(rest));
    rd_control.any_input = true;
}

/* `rest` is the whole line, cut at each word as it is read */
static void directive(char *rest)
{
    line_start = rest;
    const char *verb = word(&rest);
    if (strcmp(verb, "segment") == 0)
        add_segment(&rest);
    else if (strcmp(verb, "input") == 0)
        add_input(&rest);
    else if (strcmp(verb, "choice") == 0)
        add_choice(&rest);
    else if (strcmp(verb, "timeout") == 0) {
        struct rd_name *name = rd_find_name(word(&rest));
        insert(&name->timeouts, 1, number(&rest), 0);
    } else if (strcmp(verb, "signal") == 0) {
        struct rd_name *name = rd_find_name(word(&rest));
        uint64_t count = number(&rest);
        insert(&name->signals, 2, count, number(&rest));
    } else if (strcmp(verb, "nondet") == 0)
        append(&rd_control.nondet, number(&rest));
    else if (strcmp(verb, "recording") == 0) {
        uint64_t length = strcspn(rest, "\n");
        if (length >= sizeof rd_control.recording)
            misread();
        memcpy(rd_control.recording, rest, length);
    } else if (strcmp(verb, "policy") == 0)
        rd_control.random = strcmp(word(&rest), "random") == 0;
    else if (strcmp(verb, "seed") == 0)
        rd_control.seed = number(&rest);
    else if (strcmp(verb, "quantum") == 0)
        rd_control.quantum = number(&rest);
    else if (strcmp(verb, "spinning") == 0)
        rd_control.ignores_spinning = !number(&rest);
    else if (strcmp(verb, "idle") == 0)
        rd_control.idle = number(&rest);
    else if (strcmp(verb, "first") == 0)
        rd_control.first = rd_find_name(word(&rest));
    else if (strcmp(verb, "last") == 0)
        rd_control.last = rd_find_name(word(&rest));
    else if (strcmp(verb, "strict") == 0)
        rd_control.strict = number(&rest);
    else if (strcmp(verb, "nondet_seed") == 0) {
        rd_control.nondet_seeded = true;
        rd_control.nondet_seed = number(&rest);
    } else if (strcmp(verb, "explore") == 0)
        rd_control.explore = number(&rest);
    else if (strcmp(verb, "stop_at_end") == 0)
        rd_control.stop_at_end = number(&rest);
    else if (strcmp(verb, "circles") == 0)
        rd_control.circles = number(&rest);
    else if (strcmp(verb, "spurious") == 0)
        rd_control.spurious = number(&rest);
    else if (strcmp(verb, "times_by_thread") == 0)
        rd_control.times_by_thread = number(&rest);
    else if (strcmp(verb, "events") == 0)
        rd_control.events = number(&rest);
    else if (strcmp(verb, "alone") == 0)
        rd_control.alone = number(&rest);
    else if (strcmp(verb, "bytes") == 0)
        rd_control.bytes = number(&rest);
    else if (strcmp(verb, "watchdog") == 0)
        rd_control.watchdog = number(&rest);
    else if (strcmp(verb, "parent") == 0)
        rd_control.parent = number(&rest);
    else
        misread();
}

/* a relative name of the recording is made absolute: the program may change its directory */
static void make_absolute(void)
{
    char file[sizeof rd_control.recording];
    if (rd_control.recording[0] == '/')
        return;
    memcpy(file, rd_control.recording, sizeof file);
    long length = RD_SYSCALL2(SYS_getcwd, rd_control.recording, sizeof rd_control.recording); /* counts the terminator */
    uint64_t needed = strlen(file) + 1;
    if (length < 1 || !file[0] || (uint64_t)length + needed > sizeof rd_control.recording) {
        RD_SAY("control file: no usable recording named");
        RD_SYSCALL1(SYS_exit_group, RD_EXIT_STATUS_ENDED);
    }
    rd_control.recording[length - 1] = '/';
    memcpy(rd_control.recording + length, file, needed);
}

static char *whole_file(const char *file)
{
    long descriptor = RD_SYSCALL3(SYS_open, file, O_RDONLY | O_CLOEXEC, 0);
    long size = RD_SYSCALL3(SYS_lseek, descriptor, 0, 2);
    if (descriptor < 0 || size < 0) {
        RD_SAY("cannot read the control file ", file);
        RD_SYSCALL1(SYS_exit_group, RD_EXIT_STATUS_ENDED);
    }
    char *text = rd_take((uint64_t)size + 1);
    long had = 0, part;
    while (had < size && (part = RD_SYSCALL4(SYS_pread64, descriptor, text + had, size - had, had)) > 0)
        had += part;
    RD_SYSCALL1(SYS_close, descriptor);
    return text;
}

void rd_read_control(const char *file)
{
    char *line = whole_file(file);
    while (*line) {
        char *end = line + strcspn(line, "\n");
        char *next = *end ? end + 1 : end;
        if (line[strspn(line, " \t")] && end != line + strspn(line, " \t"))
            directive(line);
        line = next;
    }
    if (!rd_control.quantum)
        rd_control.quantum = 1;
    make_absolute();
}
