/* Time: the device's position, and when to wake a poller.
*
* The poll descriptor is a one-shot timer that stays readable until it is armed again, so polling is level-triggered
* as with a kernel driver: ready as long as there is room. */
#include "rig.h"

#include <math.h>
#include <sys/timerfd.h>
#include <time.h>

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static double frames_per_ns(const struct rig *rig) {
    return rig->io.rate * rig->settings.speed * 1e-9;
}

/* Frame of the run at which this fault of the device is due. */
static uint64_t frame_in_run(const struct rig *rig, const struct rig_fault *fault) {
    return fault->frame > rig->frames_before ? fault->frame - rig->frames_before : 0;
}

static uint64_t unhindered(const struct rig *rig) {
    const struct rig_clock *clock = &rig->clock;
    if (!clock->moving)
        return clock->anchor_frames;
    if (rig->settings.speed == 0)
        return rig->io.appl_ptr;
    double elapsed = (double)(now_ns() - clock->anchor_ns);
    return clock->anchor_frames + (uint64_t)(elapsed > 0 ? elapsed * frames_per_ns(rig) : 0);
}

static void thaw_if_over(struct rig_clock *clock) {
    if (!clock->thaw_ns || now_ns() < clock->thaw_ns)
        return;
    clock->moving = true;
    clock->anchor_ns = clock->thaw_ns;
    clock->thaw_ns = 0;
}

static void freeze_at(struct rig *rig, uint64_t frame, long milliseconds) {
    rig->clock.moving = false;
    rig->clock.anchor_frames = frame;
    rig->clock.thaw_ns = milliseconds < 0 ? 0 : now_ns() + milliseconds * 1000000;
}

/* Frames played in this run, before checking for an xrun; may pass the application's pointer. */
uint64_t rig_position(struct rig *rig) {
    thaw_if_over(&rig->clock);
    uint64_t position = unhindered(rig);
    if (!rig->clock.moving)
        return position;
    struct rig_fault *fault = rig_fault_due(&rig->faults, RIG_FREEZE, rig->frames_before + position);
    if (!fault)
        return position;
    uint64_t frame = frame_in_run(rig, fault);
    if (rig_fault_fire(&rig->faults, fault))
        freeze_at(rig, frame, fault->extra);
    return rig->clock.moving ? position : frame;
}

void rig_clock_start(struct rig *rig) {
    rig->clock.moving = true;
    rig->clock.anchor_ns = now_ns();
    rig->clock.thaw_ns = 0;
}

/* Stops at the current position, or after the last written frame if that comes first. */
void rig_clock_hold(struct rig *rig) {
    uint64_t position = rig_position(rig);
    rig->clock.anchor_frames = position < rig->io.appl_ptr ? position : rig->io.appl_ptr;
    rig->clock.moving = false;
    rig->clock.thaw_ns = 0;
}

void rig_clock_reset(struct rig *rig) {
    rig->frames_before += rig->clock.anchor_frames;
    rig->clock = (struct rig_clock){0};
}

snd_pcm_uframes_t rig_room(struct rig *rig, uint64_t position) {
    uint64_t queued = rig->io.appl_ptr > position ? rig->io.appl_ptr - position : 0;
    return queued < rig->io.buffer_size ? rig->io.buffer_size - queued : 0;
}

/* What a poller waits for: room for avail_min, or everything played while draining. */
snd_pcm_uframes_t rig_room_wanted(const struct rig *rig) {
    return rig->io.state == SND_PCM_STATE_DRAINING ? rig->io.buffer_size : rig->avail_min;
}

/* Earliest frame at which something happens: enough room, or the next fault of the device. */
static uint64_t next_frame(const struct rig *rig, uint64_t position) {
    uint64_t wanted = rig_room_wanted(rig), held = rig->io.buffer_size - wanted;
    uint64_t next = rig->io.appl_ptr > held ? rig->io.appl_ptr - held : 0;
    for (unsigned i = 0; i < rig->faults.count; i++) {
        const struct rig_fault *fault = &rig->faults.item[i];
        uint64_t frame = frame_in_run(rig, fault);
        if (fault->kind >= RIG_XRUN && !fault->done && frame > position && frame < next)
            next = frame;
    }
    return next;
}

static bool is_in_trouble(const struct rig *rig) {
    snd_pcm_state_t state = rig->io.state;
    return rig->dead || rig->piped || state == SND_PCM_STATE_XRUN || state == SND_PCM_STATE_SUSPENDED;
}

/* When to wake the poller: 1 = at once, 0 = never. */
static int64_t wake_ns(struct rig *rig) {
    uint64_t position = rig_position(rig);
    if (is_in_trouble(rig) || rig_room(rig, position) >= rig_room_wanted(rig))
        return 1;
    if (!rig->clock.moving)
        return rig->clock.thaw_ns;
    if (rig->settings.speed == 0)
        return 1;
    double frames = (double)(next_frame(rig, position) - rig->clock.anchor_frames);
    return rig->clock.anchor_ns + (int64_t)ceil(frames / frames_per_ns(rig)) + 1;
}

void rig_timer_arm(struct rig *rig) {
    int64_t at = wake_ns(rig);
    struct itimerspec timer = {.it_value = {.tv_sec = at / 1000000000, .tv_nsec = at % 1000000000}};
    timerfd_settime(rig->timer, TFD_TIMER_ABSTIME, &timer, NULL);
}
