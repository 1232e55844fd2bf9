/* The probe plays a ramp that counts frames, non-blocking with poll, and prints the result of every call that was
* not plain success. Its recovery is minimal, so that its output shows a fault and what follows.
*
*     probe play NAME [-f FORMAT] [-r RATE] [-c CHANNELS] [-n FRAMES] [-p PERIOD] [-b BUFFER] [-t MS] [-m]
*     probe check FILE FORMAT CHANNELS
*
* `check` reads a capture: the number of frames, and the unbroken runs of the ramp that they form. */
#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct plan {
    const char *name;
    snd_pcm_format_t format;
    unsigned rate, channels;
    snd_pcm_uframes_t period, buffer;
    long frames, limit_ms;
    bool mmap;
};

struct playing {
    snd_pcm_t *pcm;
    struct plan *plan;
    char *block;
    long written, idle;
    int recoveries;
};

static int64_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int report(const char *call, long result, snd_pcm_t *pcm) {
    const char *state = pcm ? snd_pcm_state_name(snd_pcm_state(pcm)) : "-";
    if (result < 0)
        printf("%s %s %s\n", call, strerrorname_np((int)-result), state);
    else
        printf("%s %ld %s\n", call, result, state);
    fflush(stdout);
    return (int)result;
}

static snd_pcm_format_t format_named(const char *name) {
    if (strcmp(name, "FLOAT") == 0)
        return SND_PCM_FORMAT_FLOAT;
    if (strcmp(name, "S32") == 0)
        return SND_PCM_FORMAT_S32;
    return strcmp(name, "S24") == 0 ? SND_PCM_FORMAT_S24 : SND_PCM_FORMAT_S16;
}

/* The ramp: the frame number, in every channel. */
static void put(char *sample, snd_pcm_format_t format, long frame) {
    if (format == SND_PCM_FORMAT_FLOAT)
        *(float *)sample = (float)(frame % (1 << 24)) / (1 << 24);
    else if (format == SND_PCM_FORMAT_S16)
        *(int16_t *)sample = (int16_t)(frame & 0x7fff);
    else
        *(int32_t *)sample = (int32_t)(frame & 0x7fffff);
}

static void fill(struct playing *p, char *to, snd_pcm_uframes_t frames) {
    size_t bytes = (size_t)snd_pcm_format_physical_width(p->plan->format) / 8;
    for (snd_pcm_uframes_t i = 0; i < frames; i++) {
        for (unsigned c = 0; c < p->plan->channels; c++, to += bytes)
            put(to, p->plan->format, p->written + (long)i);
    }
}

/* MARK: setting up */

static int set_hardware(snd_pcm_t *pcm, struct plan *plan) {
    snd_pcm_hw_params_t *hw;
    snd_pcm_hw_params_alloca(&hw);
    snd_pcm_access_t access = plan->mmap ? SND_PCM_ACCESS_MMAP_INTERLEAVED : SND_PCM_ACCESS_RW_INTERLEAVED;
    snd_pcm_hw_params_any(pcm, hw);
    int err = snd_pcm_hw_params_set_access(pcm, hw, access);
    if (err < 0)
        return report("set_access", err, NULL);
    if ((err = snd_pcm_hw_params_set_format(pcm, hw, plan->format)) < 0)
        return report("set_format", err, NULL);
    if ((err = snd_pcm_hw_params_set_channels(pcm, hw, plan->channels)) < 0)
        return report("set_channels", err, NULL);
    snd_pcm_hw_params_set_rate_near(pcm, hw, &plan->rate, NULL);
    snd_pcm_hw_params_set_period_size_near(pcm, hw, &plan->period, NULL);
    snd_pcm_hw_params_set_buffer_size_near(pcm, hw, &plan->buffer);
    return snd_pcm_hw_params(pcm, hw);
}

static int set_software(snd_pcm_t *pcm, const struct plan *plan) {
    snd_pcm_sw_params_t *sw;
    snd_pcm_sw_params_alloca(&sw);
    snd_pcm_sw_params_current(pcm, sw);
    snd_pcm_sw_params_set_avail_min(pcm, sw, plan->period);
    snd_pcm_sw_params_set_start_threshold(pcm, sw, plan->buffer);
    return snd_pcm_sw_params(pcm, sw);
}

static int set_up(snd_pcm_t *pcm, struct plan *plan) {
    int err = set_hardware(pcm, plan);
    if (err < 0)
        return err;
    printf("setup %s %u %u %lu %lu\n", snd_pcm_format_name(plan->format), plan->channels, plan->rate,
           plan->period, plan->buffer);
    return set_software(pcm, plan);
}

/* MARK: playing */

static int recover_suspended(snd_pcm_t *pcm) {
    for (int i = 0; i < 5; i++) {
        int err = report("resume", snd_pcm_resume(pcm), pcm);
        if (snd_pcm_state(pcm) != SND_PCM_STATE_SUSPENDED)
            return 0;
        if (err == -ENOSYS)
            break;
    }
    report("drop", snd_pcm_drop(pcm), pcm);
    return report("prepare", snd_pcm_prepare(pcm), pcm);
}

/* Returns 0 to continue. */
static int recover(struct playing *p, int err) {
    if (err == -EAGAIN || err == -EINTR)
        return 0;
    if (++p->recoveries > 3 || (err != -EPIPE && err != -ESTRPIPE))
        return -1;
    return err == -EPIPE ? report("prepare", snd_pcm_prepare(p->pcm), p->pcm) : recover_suspended(p->pcm);
}

/* After POLLERR: libasound's avail reports only an xrun, so the state decides. */
static int recover_by_state(struct playing *p) {
    switch (snd_pcm_state(p->pcm)) {
    case SND_PCM_STATE_XRUN: return recover(p, -EPIPE);
    case SND_PCM_STATE_SUSPENDED: return recover(p, -ESTRPIPE);
    case SND_PCM_STATE_DISCONNECTED: return -1;
    default: return 0;
    }
}

static snd_pcm_sframes_t write_mapped(struct playing *p, snd_pcm_uframes_t frames) {
    const snd_pcm_channel_area_t *areas;
    snd_pcm_uframes_t offset;
    int err = snd_pcm_mmap_begin(p->pcm, &areas, &offset, &frames);
    if (err < 0)
        return err;
    fill(p, (char *)areas->addr + offset * (areas->step / 8), frames);
    snd_pcm_sframes_t done = snd_pcm_mmap_commit(p->pcm, offset, frames);
    bool full = p->written + done >= (long)p->plan->buffer;
    if (done > 0 && full && snd_pcm_state(p->pcm) == SND_PCM_STATE_PREPARED)
        report("start", snd_pcm_start(p->pcm), p->pcm);
    return done;
}

static snd_pcm_sframes_t write_some(struct playing *p, snd_pcm_uframes_t frames) {
    if (p->plan->mmap)
        return write_mapped(p, frames);
    fill(p, p->block, frames);
    return snd_pcm_writei(p->pcm, p->block, frames);
}

static int wait_ready(struct playing *p) {
    struct pollfd descriptors[4];
    unsigned short answer = 0;
    int count = snd_pcm_poll_descriptors(p->pcm, descriptors, 4);
    int ready = poll(descriptors, (nfds_t)count, 200);
    snd_pcm_poll_descriptors_revents(p->pcm, descriptors, (unsigned)count, &answer);
    if (ready == 0)
        return report("poll-timeout", p->written, p->pcm) < 0;
    p->idle += answer == 0;
    if (answer & ~POLLOUT)
        printf("revents%s%s%s %s\n", answer & POLLERR ? " ERR" : "", answer & POLLHUP ? " HUP" : "",
               answer & POLLOUT ? " OUT" : "", snd_pcm_state_name(snd_pcm_state(p->pcm)));
    return answer & POLLHUP ? -1 : answer & POLLERR ? recover_by_state(p) : 0;
}

static int step(struct playing *p) {
    snd_pcm_sframes_t room = snd_pcm_avail_update(p->pcm);
    if (room < 0)
        return recover(p, report("avail", room, p->pcm));
    if (room < (snd_pcm_sframes_t)p->plan->period)
        return wait_ready(p);
    long left = p->plan->frames - p->written;
    snd_pcm_uframes_t wanted = left < (long)p->plan->period ? (snd_pcm_uframes_t)left : p->plan->period;
    snd_pcm_sframes_t done = write_some(p, wanted);
    if (done != (snd_pcm_sframes_t)wanted)
        report("write", done, p->pcm);
    p->written += done > 0 ? done : 0;
    p->recoveries = done > 0 ? 0 : p->recoveries;
    return done < 0 ? recover(p, (int)done) : 0;
}

/* Waits until everything written has been played, according to the pointer. */
static void play_out(struct playing *p, int64_t end_ms) {
    snd_pcm_sframes_t delay = 0;
    if (snd_pcm_state(p->pcm) == SND_PCM_STATE_PREPARED)
        report("start", snd_pcm_start(p->pcm), p->pcm);
    while (snd_pcm_delay(p->pcm, &delay) >= 0 && delay > 0 && now_ms() < end_ms)
        poll(NULL, 0, 2);
    report("delay", snd_pcm_delay(p->pcm, &delay) < 0 ? -EIO : delay, p->pcm);
}

static int play(struct plan *plan) {
    struct playing p = {.plan = plan};
    int64_t begin = now_ms(), end = begin + plan->limit_ms;
    int lost = 0, err = snd_pcm_open(&p.pcm, plan->name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK);
    if (report("open", err, err < 0 ? NULL : p.pcm) < 0)
        return 1;
    if ((err = set_up(p.pcm, plan)) < 0)
        return report("setup", err, NULL) < 0;
    p.block = malloc(plan->period * plan->channels * 4);
    while (!lost && p.written < plan->frames && now_ms() < end)
        lost = step(&p) < 0;
    if (!lost)
        play_out(&p, end);
    printf("%s written=%ld idle=%s ms=%ld\n", lost ? "lost" : p.written < plan->frames ? "late" : "done", p.written,
           p.idle > 20 ? "SPINS" : "ok", (long)(now_ms() - begin));
    fflush(stdout);
    report("drop", snd_pcm_drop(p.pcm), p.pcm);
    report("close", snd_pcm_close(p.pcm), NULL);
    free(p.block);
    return 0;
}

/* MARK: checking a capture */

static long get(const char *sample, snd_pcm_format_t format) {
    if (format == SND_PCM_FORMAT_FLOAT)
        return (long)(*(const float *)sample * (1 << 24));
    return format == SND_PCM_FORMAT_S16 ? *(const int16_t *)sample : *(const int32_t *)sample;
}

static int check(const char *path, snd_pcm_format_t format, unsigned channels) {
    size_t bytes = (size_t)snd_pcm_format_physical_width(format) / 8, frame_bytes = bytes * channels;
    char frame[256];
    long frames = 0, breaks = 0, unequal = 0, expected = 0;
    FILE *file = fopen(path, "rb");
    if (!file || frame_bytes > sizeof frame)
        return 1;
    for (; fread(frame, frame_bytes, 1, file) == 1; frames++) {
        breaks += get(frame, format) != expected;
        expected = get(frame, format) + 1;
        for (unsigned c = 1; c < channels; c++)
            unequal += memcmp(frame, frame + c * bytes, bytes) != 0;
    }
    fclose(file);
    printf("frames=%ld breaks=%ld unequal=%ld\n", frames, breaks, unequal);
    return breaks || unequal;
}

static int usage(void) {
    fputs("usage: probe play NAME [-f FORMAT] [-r RATE] [-c CHANNELS] [-n FRAMES] [-p PERIOD] [-b BUFFER] [-t MS] [-m]\n"
          "       probe check FILE FORMAT CHANNELS\n", stderr);
    return 64;
}

static int read_options(struct plan *plan, int count, char **arguments) {
    for (int option; (option = getopt(count, arguments, "f:r:c:n:p:b:t:m")) != -1;) {
        switch (option) {
        case 'f': plan->format = format_named(optarg); break;
        case 'r': plan->rate = (unsigned)atoi(optarg); break;
        case 'c': plan->channels = (unsigned)atoi(optarg); break;
        case 'n': plan->frames = atol(optarg); break;
        case 'p': plan->period = (snd_pcm_uframes_t)atol(optarg); break;
        case 'b': plan->buffer = (snd_pcm_uframes_t)atol(optarg); break;
        case 't': plan->limit_ms = atol(optarg); break;
        case 'm': plan->mmap = true; break;
        default: return -1;
        }
    }
    return 0;
}

int main(int count, char **arguments) {
    struct plan plan = {.format = SND_PCM_FORMAT_FLOAT, .rate = 48000, .channels = 2, .period = 256,
                        .buffer = 1024, .frames = 9600, .limit_ms = 1500};
    if (count == 5 && strcmp(arguments[1], "check") == 0)
        return check(arguments[2], format_named(arguments[3]), (unsigned)atoi(arguments[4]));
    if (count < 3 || strcmp(arguments[1], "play") != 0)
        return usage();
    plan.name = arguments[2];
    return read_options(&plan, count - 2, arguments + 2) < 0 ? usage() : play(&plan);
}
