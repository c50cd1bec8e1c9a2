/* The start: before any other code of the process, decides whether to record, and later runs the program's main on a stack at a
 * fixed address. The instrumenter has renamed the program's main to __raddle_main. */
#include "runtime.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <ucontext.h>

enum rd_mode rd_mode;

int __raddle_main(int argc, char **argv, char **envp);

static struct {
    int count;
    char **values;
    char **environment;
} arguments;

/* ---- before all constructors */

static char *take_control_variable(char **environment)
{
    const uint64_t length = strlen(RD_CONTROL_VARIABLE);
    for (char **entry = environment; *entry; entry++)
        if (strncmp(*entry, RD_CONTROL_VARIABLE "=", length + 1) == 0) {
            char *value = *entry + length + 1;
            for (; *entry; entry++)
                entry[0] = entry[1];
            return value;
        }
    return NULL;
}

/* Nobody would end us after that process has gone, nor read what we record. */
static void end_with_parent(void)
{
    if (!rd_control.parent)
        return;
    RD_SYSCALL2(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    if ((uint64_t)RD_SYSCALL0(SYS_getppid) != rd_control.parent && RD_SYSCALL0(SYS_getppid))
        RD_SYSCALL1(SYS_exit_group, RD_EXIT_STATUS_ENDED);
}

static void begin(int argc, char **argv, char **environment)
{
    (void)argc, (void)argv;
    const char *control = take_control_variable(environment);
    rd_resolve_real_functions();
    if (!control || !*control) {
        rd_mode = RD_MODE_OFF;
        return;
    }
    rd_read_control(control);
    rd_control_is_read();
    end_with_parent();
    rd_open_recording();
    struct rd_thread *thread = rd_make_thread(NULL);
    thread->handle = pthread_self();
    thread->kernel_id = (pid_t)RD_SYSCALL0(SYS_gettid);
    thread->status = RD_STATUS_LIVE;
    thread->in_runtime = false;
    thread->page->start_routine = rd_address((void *)(uintptr_t)__raddle_main);
    thread->page->stack_low = RD_MAIN_STACK_TOP - RD_MAIN_STACK_SIZE;
    thread->page->stack_high = RD_MAIN_STACK_TOP;
    rd_add_thread(thread);
    rd_current = thread;
    rd_self = thread;
    rd_perform(thread, RD_START, 0, 0, 0, thread->page->start_routine, 0);
    rd_mode = RD_MODE_ON;
    rd_page = thread->page;
    rd_expect_faults();
    rd_stand_behind_all_handlers();
    pthread_atfork(NULL, NULL, rd_switch_off_in_child); /* the first registered is the first to run in the child */
}

__attribute__((section(".preinit_array"), used)) static void (*const begin_entry)(int, char **, char **) = begin;

/* ---- main */

static bool main_was_moved;
static pthread_t main_handle;

int pthread_getattr_np(pthread_t handle, pthread_attr_t *attributes)
{
    int error = rd_real.pthread_getattr_np(handle, attributes);
    if (error || !main_was_moved || !pthread_equal(handle, main_handle))
        return error;
    return pthread_attr_setstack(attributes, (void *)(RD_MAIN_STACK_TOP - RD_MAIN_STACK_SIZE), RD_MAIN_STACK_SIZE);
}

/* copies a null-terminated vector and its strings to `*next` */
static char **copy_vector(char **vector, char **next)
{
    int count = 0;
    while (vector[count])
        count++;
    char **copy = (char **)*next;
    char *text = (char *)(copy + count + 1);
    for (int i = 0; i < count; i++) {
        copy[i] = strcpy(text, vector[i]);
        text += strlen(text) + 1;
    }
    copy[count] = NULL;
    *next = (char *)((rd_address(text) + 15) & ~15ull);
    return copy;
}

static uint64_t vector_size(char **vector)
{
    uint64_t size = 32;
    for (; *vector; vector++)
        size += strlen(*vector) + 1 + sizeof *vector;
    return size;
}

/* The environment comes last: its length may differ between runs. */
static void move_arguments(void)
{
    uint64_t size = vector_size(arguments.values) + vector_size(arguments.environment);
    char *next = rd_map_fixed(RD_MAIN_ARGUMENTS, (size + RD_PAGE - 1) & ~(RD_PAGE - 1ull));
    if (!next)
        return;
    arguments.values = copy_vector(arguments.values, &next);
    arguments.environment = copy_vector(arguments.environment, &next);
    environ = arguments.environment;
}

static void *call_main(void *unused)
{
    exit(__raddle_main(arguments.count, arguments.values, arguments.environment));
    return unused;
}

static void run_main(void)
{
    rd_run_main(call_main);
}

/* Called by the process's main: entry/here.c or entry/elsewhere.c. */
int rd_main(int argc, char **argv, char **envp)
{
    static ucontext_t context;
    if (!rd_page)
        return __raddle_main(argc, argv, envp);
    arguments.count = argc;
    arguments.values = argv;
    arguments.environment = envp;
    move_arguments();
    void *stack = rd_map_fixed(RD_MAIN_STACK_TOP - RD_MAIN_STACK_SIZE, RD_MAIN_STACK_SIZE);
    if (!stack) {
        RD_SAY("the memory for main's stack is taken");
        rd_end_run(RD_OUTCOME_RUNNING);
    }
    main_was_moved = true;
    main_handle = pthread_self();
    getcontext(&context);
    context.uc_stack.ss_sp = stack;
    context.uc_stack.ss_size = RD_MAIN_STACK_SIZE;
    makecontext(&context, run_main, 0);
    setcontext(&context);
    return 1;
}
