/* The rig: a simulated sound card for tests, as an external ALSA PCM plug-in.
*
* It keeps time by CLOCK_MONOTONIC, writes every accepted frame to a file unchanged, and injects faults.
* A *run* lasts from one prepare to the next. A frame number in a fault counts frames since the
* PCM was opened, over all runs: frames played for faults of the device, frames accepted for faults of a write. */
#ifndef RIG_H
#define RIG_H

#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <stdbool.h>
#include <stdint.h>

#define RIG_FAULTS_MAX 16
#define RIG_LIST_MAX 8

enum rig_fault_kind {
    /* Faults of open. */
    RIG_BUSY, RIG_NO_PERMISSION, RIG_REFUSED, RIG_HOST_DOWN, RIG_NO_ENTRY, RIG_HANG_OPEN,
    /* Faults of other calls that change the state. */
    RIG_HANG_PREPARE, RIG_HANG_DROP, RIG_HANG_CLOSE, RIG_DELAY_FAILS,
    /* Faults of a write. */
    RIG_SHORT, RIG_AGAIN, RIG_INTERRUPTED, RIG_HANG, RIG_IO_ERROR, RIG_BAD_STATE,
    /* Faults of the device, at a played frame. */
    RIG_XRUN, RIG_PIPE, RIG_SUSPEND, RIG_SUSPEND_NOSYS, RIG_NO_DEVICE, RIG_POLL_ERROR, RIG_FREEZE, RIG_HANG_POINTER,
};

struct rig_fault {
    enum rig_fault_kind kind;
    char text[48];        /* as written in the configuration; its name in the log and in the once-file */
    uint64_t frame;       /* after the @, else 0 */
    long extra;           /* after the +, else -1: milliseconds, or tries */
    bool done;            /* fired in this open, or skipped */
};

struct rig_faults {
    struct rig_fault item[RIG_FAULTS_MAX];
    unsigned count;
    char *once_file;      /* faults listed here do not fire again; null: fire in every open */
    unsigned times;       /* how often a fault may fire before the once-file stops it */
    int log;              /* descriptor, or -1 */
};

/* Parses "xrun@4800,freeze@9600+200"; commas, semicolons and blanks separate. Returns 0, or -EINVAL with a line on
   stderr. */
int rig_faults_parse(struct rig_faults *faults, const char *text);

/* First pending fault of this kind at or before `frames`, null if there is none. Does not fire it. */
struct rig_fault *rig_fault_due(struct rig_faults *faults, enum rig_fault_kind kind, uint64_t frames);

/* Marks the fault as done. Returns false if the once-file says it has fired before. */
bool rig_fault_fire(struct rig_faults *faults, struct rig_fault *fault);

/* Both in one: true if such a fault was due and has now fired. Stores its `extra` in `extra` unless null. */
bool rig_fault_now(struct rig_faults *faults, enum rig_fault_kind kind, uint64_t frames, long *extra);

/* Whether the once-file has used up this fault. */
bool rig_fault_spent(const struct rig_faults *faults, const struct rig_fault *fault);

/* Blocks the caller for `milliseconds`, forever if negative. */
void rig_hang(long milliseconds);

/* Writes a line to the log, cut at 200 characters; does nothing without a log. */
void rig_log(const struct rig_faults *faults, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Settings from the configuration and the environment. */
struct rig_settings {
    char *file;           /* capture, raw, interleaved; null: none */
    char *log;
    double speed;         /* seconds of sound per second; 0 = unpaced */
    bool append;          /* keep what an earlier open captured */
    unsigned formats[RIG_LIST_MAX], format_count;
    unsigned rates[RIG_LIST_MAX], rate_count;
    unsigned channels_min, channels_max;
};

/* Fills both from `conf` and from RIG_… variables, which take precedence. Returns 0 or a negative errno. Free with
   rig_settings_free. */
int rig_settings_read(struct rig_settings *settings, struct rig_faults *faults, snd_config_t *conf);
void rig_settings_free(struct rig_settings *settings, struct rig_faults *faults);

/* Time of the device within one run. */
struct rig_clock {
    bool moving;
    int64_t anchor_ns;        /* when `anchor_frames` had been played */
    uint64_t anchor_frames;
    int64_t thaw_ns;          /* end of a timed freeze; 0: none */
};

struct rig {
    snd_pcm_ioplug_t io;      /* first, so that the callbacks can cast */
    struct rig_settings settings;
    struct rig_faults faults;
    struct rig_clock clock;
    int timer, file;
    snd_pcm_uframes_t boundary, avail_min, stop_threshold;
    uint64_t frames_before;   /* played in earlier runs */
    uint64_t accepted;        /* since open */
    int dead;                 /* errno of a permanent fault; 0: alive */
    bool piped;               /* -EPIPE for ever */
    bool again;               /* the next transfer answers -EAGAIN */
    long resume_tries;        /* refusals left; negative: refuses always */
};

/* rig_time.c: the device's position, and when to wake a poller. */
uint64_t rig_position(struct rig *rig);
void rig_clock_start(struct rig *rig);
void rig_clock_hold(struct rig *rig);
void rig_clock_reset(struct rig *rig);
snd_pcm_uframes_t rig_room(struct rig *rig, uint64_t position);
snd_pcm_uframes_t rig_room_wanted(const struct rig *rig);
void rig_timer_arm(struct rig *rig);

#endif
