/* Faults: their names, when they are due, how often they may fire. */
#include "rig.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <time.h>
#include <unistd.h>

static const struct { const char *name; enum rig_fault_kind kind; } names[] = {
    {"busy", RIG_BUSY}, {"noperm", RIG_NO_PERMISSION}, {"refused", RIG_REFUSED}, {"hostdown", RIG_HOST_DOWN},
    {"noent", RIG_NO_ENTRY}, {"hang-open", RIG_HANG_OPEN}, {"hang-prepare", RIG_HANG_PREPARE},
    {"hang-drop", RIG_HANG_DROP}, {"hang-close", RIG_HANG_CLOSE}, {"delay-eio", RIG_DELAY_FAILS},
    {"short", RIG_SHORT}, {"eagain", RIG_AGAIN}, {"eintr", RIG_INTERRUPTED}, {"hang", RIG_HANG},
    {"xrun", RIG_XRUN}, {"pipe", RIG_PIPE}, {"suspend", RIG_SUSPEND}, {"suspend-nosys", RIG_SUSPEND_NOSYS},
    {"nodev", RIG_NO_DEVICE}, {"eio", RIG_IO_ERROR}, {"badfd", RIG_BAD_STATE}, {"pollerr", RIG_POLL_ERROR},
    {"freeze", RIG_FREEZE}, {"hang-pointer", RIG_HANG_POINTER},
};

static bool find_kind(const char *name, enum rig_fault_kind *kind) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i].name, name) == 0) {
            *kind = names[i].kind;
            return true;
        }
    }
    return false;
}

/* Removes the number after `mark` from the end of `text`; `fallback` if there is no mark. */
static bool split_number(char *text, char mark, long fallback, long *number) {
    char *at = strchr(text, mark), *end;
    *number = fallback;
    if (!at)
        return true;
    *number = strtol(at + 1, &end, 10);
    bool valid = isdigit((unsigned char)at[1]) && *end == 0;
    *at = 0;
    return valid;
}

static int parse_one(struct rig_fault *fault, const char *text, size_t length) {
    char name[sizeof fault->text];
    long frame;
    if (length >= sizeof name)
        return -EINVAL;
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    snprintf(fault->text, sizeof fault->text, "%s", name);
    if (!split_number(name, '+', -1, &fault->extra) || !split_number(name, '@', 0, &frame))
        return -EINVAL;
    fault->frame = (uint64_t)frame;
    fault->done = false;
    return find_kind(name, &fault->kind) ? 0 : -EINVAL;
}

int rig_faults_parse(struct rig_faults *faults, const char *text) {
    static const char separators[] = ",; \t\n";
    for (text += strspn(text, separators); *text; text += strspn(text, separators)) {
        size_t length = strcspn(text, separators);
        if (faults->count == RIG_FAULTS_MAX || parse_one(&faults->item[faults->count], text, length) < 0) {
            fprintf(stderr, "rig: cannot use the fault \"%.*s\"\n", (int)length, text);
            return -EINVAL;
        }
        faults->count++;
        text += length;
    }
    return 0;
}

bool rig_fault_spent(const struct rig_faults *faults, const struct rig_fault *fault) {
    char line[sizeof fault->text + 2];
    unsigned fired = 0;
    FILE *file = faults->once_file ? fopen(faults->once_file, "re") : NULL;
    if (!file)
        return false;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        fired += strcmp(line, fault->text) == 0;
    }
    fclose(file);
    return fired >= faults->times;
}

static void note_in_once_file(const struct rig_faults *faults, const struct rig_fault *fault) {
    FILE *file = faults->once_file ? fopen(faults->once_file, "ae") : NULL;
    if (!file)
        return;
    fprintf(file, "%s\n", fault->text);
    fclose(file);
}

struct rig_fault *rig_fault_due(struct rig_faults *faults, enum rig_fault_kind kind, uint64_t frames) {
    for (unsigned i = 0; i < faults->count; i++) {
        struct rig_fault *fault = &faults->item[i];
        if (fault->kind == kind && !fault->done && fault->frame <= frames)
            return fault;
    }
    return NULL;
}

bool rig_fault_fire(struct rig_faults *faults, struct rig_fault *fault) {
    fault->done = true;
    if (rig_fault_spent(faults, fault))
        return false;
    note_in_once_file(faults, fault);
    rig_log(faults, "fault %s", fault->text);
    return true;
}

bool rig_fault_now(struct rig_faults *faults, enum rig_fault_kind kind, uint64_t frames, long *extra) {
    struct rig_fault *fault = rig_fault_due(faults, kind, frames);
    if (!fault || !rig_fault_fire(faults, fault))
        return false;
    if (extra)
        *extra = fault->extra;
    return true;
}

void rig_hang(long milliseconds) {
    const struct timespec nap = {0, 10 * 1000000};
    for (long slept = 0; milliseconds < 0 || slept < milliseconds; slept += 10)
        nanosleep(&nap, NULL);
}

void rig_log(const struct rig_faults *faults, const char *format, ...) {
    char line[202];
    va_list arguments;
    if (faults->log < 0)
        return;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (length > (int)sizeof line - 2)
        length = sizeof line - 2;
    line[length] = '\n';
    if (write(faults->log, line, (size_t)length + 1) < 0)
        return;     /* a log that cannot be written must not change what the rig does */
}
