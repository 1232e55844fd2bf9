/* The plug-in itself: the callbacks that ALSA calls, and the faults of each call. */
#define _GNU_SOURCE
#include "rig.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/timerfd.h>
#include <unistd.h>

static void hang_if_due(struct rig *rig, enum rig_fault_kind kind, uint64_t frames) {
    long milliseconds;
    if (rig_fault_now(&rig->faults, kind, frames, &milliseconds))
        rig_hang(milliseconds);
}

/* MARK: faults of the device */

static void die(struct rig *rig, int error, snd_pcm_state_t state) {
    rig_clock_hold(rig);
    rig->dead = error;
    snd_pcm_ioplug_set_state(&rig->io, state);
}

static void suspend(struct rig *rig, long refusals) {
    rig_clock_hold(rig);
    rig->resume_tries = refusals;
    snd_pcm_ioplug_set_state(&rig->io, SND_PCM_STATE_SUSPENDED);
}

/* Fires the faults of the device that are due after `played` frames. Returns -EPIPE for an xrun, else 0. */
static int meet_faults(struct rig *rig, uint64_t played) {
    struct rig_faults *faults = &rig->faults;
    long refusals = 0;
    if (rig_fault_now(faults, RIG_NO_DEVICE, played, NULL))
        die(rig, ENODEV, SND_PCM_STATE_DISCONNECTED);
    if (rig_fault_now(faults, RIG_SUSPEND, played, &refusals))
        suspend(rig, refusals < 0 ? 0 : refusals);
    if (rig_fault_now(faults, RIG_SUSPEND_NOSYS, played, NULL))
        suspend(rig, -1);
    if (rig_fault_now(faults, RIG_PIPE, played, NULL))
        rig->piped = true;
    return rig->piped || rig_fault_now(faults, RIG_XRUN, played, NULL) ? -EPIPE : 0;
}

/* Whether the next call of `pointer` will report something a poller must see. */
static bool has_fault_waiting(struct rig *rig, uint64_t played) {
    for (unsigned i = 0; i < rig->faults.count; i++) {
        const struct rig_fault *fault = &rig->faults.item[i];
        bool shows = fault->kind >= RIG_XRUN && fault->kind < RIG_POLL_ERROR;
        if (shows && !fault->done && fault->frame <= played && !rig_fault_spent(&rig->faults, fault))
            return true;
    }
    return rig->piped;
}

/* MARK: position and polling */

static bool stops_when_dry(const struct rig *rig) {
    return rig->io.state == SND_PCM_STATE_RUNNING && rig->settings.speed > 0
        && rig->stop_threshold <= rig->io.buffer_size;
}

/* The device ran past the written frames: an xrun, or a wait there while draining or if configured never to stop. */
static int meet_dry_buffer(struct rig *rig) {
    bool stops = stops_when_dry(rig);
    rig_clock_hold(rig);
    if (!stops) {
        rig_clock_start(rig);
        return 0;
    }
    rig_log(&rig->faults, "dry %llu", (unsigned long long)(rig->frames_before + rig->clock.anchor_frames));
    return -EPIPE;
}

static snd_pcm_sframes_t rig_pointer(snd_pcm_ioplug_t *io) {
    struct rig *rig = (struct rig *)io;
    uint64_t position = rig_position(rig);
    int err = 0;
    if (io->state == SND_PCM_STATE_RUNNING || rig->piped) {
        hang_if_due(rig, RIG_HANG_POINTER, rig->frames_before + position);
        err = meet_faults(rig, rig->frames_before + position);
        position = rig_position(rig);
    }
    if (!err && rig->clock.moving && position > io->appl_ptr) {
        err = meet_dry_buffer(rig);
        position = rig->clock.anchor_frames;
    }
    if (err)
        rig_clock_hold(rig);
    rig_timer_arm(rig);
    return err ? err : (snd_pcm_sframes_t)(position % rig->boundary);
}

static int rig_delay(snd_pcm_ioplug_t *io, snd_pcm_sframes_t *delay) {
    struct rig *rig = (struct rig *)io;
    uint64_t position = rig_position(rig);
    struct rig_fault *fault = rig_fault_due(&rig->faults, RIG_DELAY_FAILS, rig->frames_before + position);
    if (fault || rig->dead)
        return -EIO;
    *delay = position < io->appl_ptr ? (snd_pcm_sframes_t)(io->appl_ptr - position) : 0;
    return 0;
}

static unsigned short poll_answer(struct rig *rig) {
    uint64_t position = rig_position(rig), played = rig->frames_before + position;
    snd_pcm_state_t state = rig->io.state;
    if (rig->dead)
        return POLLERR | POLLHUP;
    if (state == SND_PCM_STATE_XRUN || state == SND_PCM_STATE_SUSPENDED || has_fault_waiting(rig, played))
        return POLLERR | POLLOUT;
    if (state == SND_PCM_STATE_RUNNING && rig_fault_now(&rig->faults, RIG_POLL_ERROR, played, NULL))
        return POLLERR;
    return rig_room(rig, position) >= rig_room_wanted(rig) ? POLLOUT : 0;
}

static int rig_poll_revents(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned count,
                            unsigned short *revents) {
    struct rig *rig = (struct rig *)io;
    (void)descriptors;
    (void)count;
    *revents = poll_answer(rig);
    rig_timer_arm(rig);
    return 0;
}

/* MARK: writing */

static int fault_of_write(struct rig *rig) {
    if (rig_fault_now(&rig->faults, RIG_IO_ERROR, rig->accepted, NULL))
        die(rig, EIO, rig->io.state);
    if (rig_fault_now(&rig->faults, RIG_BAD_STATE, rig->accepted, NULL))
        die(rig, EBADFD, SND_PCM_STATE_SETUP);
    if (rig->dead)
        return -rig->dead;
    if (rig->again) {
        rig->again = false;
        return -EAGAIN;
    }
    hang_if_due(rig, RIG_HANG, rig->accepted);
    if (rig_fault_now(&rig->faults, RIG_AGAIN, rig->accepted, NULL))
        return -EAGAIN;
    return rig_fault_now(&rig->faults, RIG_INTERRUPTED, rig->accepted, NULL) ? -EINTR : 0;
}

/* Accepts half of a block, once. libasound offers the rest of a write at once, so that is refused as well. */
static snd_pcm_uframes_t accepted_part(struct rig *rig, snd_pcm_uframes_t size) {
    if (size < 2 || !rig_fault_now(&rig->faults, RIG_SHORT, rig->accepted + size - 1, NULL))
        return size;
    rig->again = rig->io.access == SND_PCM_ACCESS_RW_INTERLEAVED;
    return size / 2;
}

static int capture(const struct rig *rig, const char *bytes, size_t count) {
    while (rig->file >= 0 && count > 0) {
        ssize_t written = write(rig->file, bytes, count);
        if (written < 0 && errno != EINTR)
            return -errno;
        bytes += written > 0 ? written : 0;
        count -= written > 0 ? (size_t)written : 0;
    }
    return 0;
}

static snd_pcm_sframes_t rig_transfer(snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas,
                                      snd_pcm_uframes_t offset, snd_pcm_uframes_t size) {
    struct rig *rig = (struct rig *)io;
    int err = fault_of_write(rig);
    if (err < 0)
        return err;
    size = accepted_part(rig, size);
    size_t frame_bytes = areas->step / 8;
    const char *bytes = (const char *)areas->addr + areas->first / 8 + offset * frame_bytes;
    err = capture(rig, bytes, size * frame_bytes);
    if (err < 0)
        return err;
    rig->accepted += size;
    return (snd_pcm_sframes_t)size;
}

/* MARK: state */

static int rig_start(snd_pcm_ioplug_t *io) {
    struct rig *rig = (struct rig *)io;
    if (rig->dead)
        return -rig->dead;
    rig_log(&rig->faults, "start");
    rig_clock_start(rig);
    rig_timer_arm(rig);
    return 0;
}

static int rig_stop(snd_pcm_ioplug_t *io) {
    struct rig *rig = (struct rig *)io;
    rig_log(&rig->faults, "stop");
    hang_if_due(rig, RIG_HANG_DROP, 0);
    rig_clock_hold(rig);
    return 0;
}

static int rig_prepare(snd_pcm_ioplug_t *io) {
    struct rig *rig = (struct rig *)io;
    rig_log(&rig->faults, "prepare");
    hang_if_due(rig, RIG_HANG_PREPARE, rig->frames_before + rig->clock.anchor_frames);
    if (rig->dead)
        return -rig->dead;
    rig->again = false;
    rig_clock_reset(rig);
    rig_timer_arm(rig);
    return 0;
}

static int rig_pause(snd_pcm_ioplug_t *io, int enable) {
    struct rig *rig = (struct rig *)io;
    if (enable)
        rig_clock_hold(rig);
    else
        rig_clock_start(rig);
    rig_timer_arm(rig);
    return 0;
}

/* libasound 1.2.8 ignores this return value and reports 0, so a refusal shows only in the state. */
static int rig_resume(snd_pcm_ioplug_t *io) {
    struct rig *rig = (struct rig *)io;
    rig_log(&rig->faults, "resume");
    if (rig->resume_tries < 0)
        return -ENOSYS;
    if (rig->resume_tries-- > 0)
        return -EAGAIN;
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_RUNNING);
    rig_clock_start(rig);
    rig_timer_arm(rig);
    return 0;
}

static int rig_hw_params(snd_pcm_ioplug_t *io, snd_pcm_hw_params_t *params) {
    (void)params;
    rig_log(&((struct rig *)io)->faults, "hw_params %s %u %u %lu %lu", snd_pcm_format_name(io->format),
            io->channels, io->rate, io->period_size, io->buffer_size);
    return 0;
}

static int rig_sw_params(snd_pcm_ioplug_t *io, snd_pcm_sw_params_t *params) {
    struct rig *rig = (struct rig *)io;
    snd_pcm_sw_params_get_boundary(params, &rig->boundary);
    snd_pcm_sw_params_get_stop_threshold(params, &rig->stop_threshold);
    snd_pcm_sw_params_get_avail_min(params, &rig->avail_min);
    if (rig->avail_min > io->buffer_size)
        rig->avail_min = io->buffer_size;
    return 0;
}

/* MARK: opening and closing */

static void discard(struct rig *rig) {
    if (rig->timer >= 0)
        close(rig->timer);
    if (rig->file >= 0)
        close(rig->file);
    if (rig->faults.log >= 0)
        close(rig->faults.log);
    rig_settings_free(&rig->settings, &rig->faults);
    free(rig);
}

static int rig_close(snd_pcm_ioplug_t *io) {
    struct rig *rig = (struct rig *)io;
    hang_if_due(rig, RIG_HANG_CLOSE, 0);
    rig_log(&rig->faults, "close %llu", (unsigned long long)rig->accepted);
    discard(rig);
    return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = rig_start, .stop = rig_stop, .pointer = rig_pointer, .transfer = rig_transfer, .close = rig_close,
    .hw_params = rig_hw_params, .sw_params = rig_sw_params, .prepare = rig_prepare, .pause = rig_pause,
    .resume = rig_resume, .poll_revents = rig_poll_revents, .delay = rig_delay,
};

static int fault_of_open(struct rig *rig) {
    static const struct { enum rig_fault_kind kind; int error; } refusals[] = {
        {RIG_BUSY, EBUSY}, {RIG_NO_PERMISSION, EACCES}, {RIG_REFUSED, ECONNREFUSED},
        {RIG_HOST_DOWN, EHOSTDOWN}, {RIG_NO_ENTRY, ENOENT},
    };
    hang_if_due(rig, RIG_HANG_OPEN, 0);
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        if (rig_fault_now(&rig->faults, refusals[i].kind, 0, NULL))
            return -refusals[i].error;
    }
    return 0;
}

static int open_file(const char *path, int flags, int *descriptor) {
    *descriptor = path ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0644) : -1;
    return path && *descriptor < 0 ? -errno : 0;
}

static int open_descriptors(struct rig *rig) {
    int err = open_file(rig->settings.log, O_APPEND, &rig->faults.log);
    if (err < 0)
        return err;
    rig_log(&rig->faults, "open");
    err = fault_of_open(rig);
    if (err < 0)
        return err;
    rig->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (rig->timer < 0)
        return -errno;
    return open_file(rig->settings.file, rig->settings.append ? O_APPEND : O_TRUNC, &rig->file);
}

static int limit(struct rig *rig) {
    static const unsigned accesses[] = {SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_MMAP_INTERLEAVED};
    const struct rig_settings *s = &rig->settings;
    snd_pcm_ioplug_t *io = &rig->io;
    int err = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 2, accesses);
    if (err >= 0)
        err = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, s->format_count, s->formats);
    if (err >= 0)
        err = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, s->channels_min, s->channels_max);
    if (err >= 0 && s->rate_count)
        err = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_RATE, s->rate_count, s->rates);
    else if (err >= 0)
        err = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_RATE, 8000, 192000);
    if (err >= 0)
        err = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 64, 1 << 20);
    if (err >= 0)
        err = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, 128, 1 << 22);
    return err < 0 ? err : snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 1024);
}

static int create(struct rig *rig, const char *name, snd_pcm_stream_t stream, int mode) {
    rig->boundary = SIZE_MAX / 4;
    rig->io.version = SND_PCM_IOPLUG_VERSION;
    rig->io.name = "Rig: a make-believe sound card";
    rig->io.flags = SND_PCM_IOPLUG_FLAG_BOUNDARY_WA | SND_PCM_IOPLUG_FLAG_MONOTONIC;
    rig->io.callback = &callbacks;
    rig->io.poll_fd = rig->timer;
    rig->io.poll_events = POLLIN;
    return snd_pcm_ioplug_create(&rig->io, name, stream, mode);
}

SND_PCM_PLUGIN_DEFINE_FUNC(rig) {
    (void)root;
    if (stream != SND_PCM_STREAM_PLAYBACK)
        return -EINVAL;
    struct rig *rig = calloc(1, sizeof *rig);
    if (!rig)
        return -ENOMEM;
    rig->timer = rig->file = -1;
    int err = rig_settings_read(&rig->settings, &rig->faults, conf);
    if (err >= 0)
        err = open_descriptors(rig);
    if (err >= 0)
        err = create(rig, name, stream, mode);
    if (err < 0) {
        discard(rig);
        return err;
    }
    err = limit(rig);
    if (err < 0) {
        snd_pcm_ioplug_delete(&rig->io);    /* calls rig_close */
        return err;
    }
    *pcmp = rig->io.pcm;
    return 0;
}

SND_PCM_PLUGIN_SYMBOL(rig);
