/* Settings: the keys of the configuration, and the RIG_… variables that override them. */
#include "rig.h"

#include <errno.h>

static const struct { const char *name; snd_pcm_format_t format; } formats[] = {
    {"FLOAT", SND_PCM_FORMAT_FLOAT}, {"S32", SND_PCM_FORMAT_S32}, {"S24", SND_PCM_FORMAT_S24},
    {"S24_3LE", SND_PCM_FORMAT_S24_3LE}, {"S16", SND_PCM_FORMAT_S16},
};

static int find_format(const char *name, unsigned *format) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (strcmp(formats[i].name, name) == 0) {
            *format = (unsigned)formats[i].format;
            return 0;
        }
    }
    return -EINVAL;
}

static int find_number(const char *text, unsigned *number) {
    char *end;
    *number = (unsigned)strtoul(text, &end, 10);
    return *text && !*end ? 0 : -EINVAL;
}

/* Reads a list of words; an empty text leaves `items` unchanged. */
static int read_list(const char *text, int (*find)(const char *, unsigned *), unsigned *items, unsigned *count) {
    char words[128], *rest = words, *word;
    unsigned found = 0;
    snprintf(words, sizeof words, "%s", text);
    while ((word = strsep(&rest, ",; \t"))) {
        if (!*word)
            continue;
        if (found == RIG_LIST_MAX || find(word, &items[found]) < 0)
            return -EINVAL;
        found++;
    }
    if (found)
        *count = found;
    return 0;
}

static int read_text(const char *value, char **text) {
    free(*text);
    *text = *value ? strdup(value) : NULL;
    return *value && !*text ? -ENOMEM : 0;
}

static int read_speed(const char *value, double *speed) {
    char *end;
    double number = strtod(value, &end);
    if (*end || !(number >= 0 && number <= 1000))
        return -EINVAL;
    *speed = *value ? number : *speed;
    return 0;
}

static int read_count(const char *value, unsigned *count) {
    return *value ? find_number(value, count) : 0;
}

static int set(struct rig_settings *settings, struct rig_faults *faults, const char *key, const char *value) {
    unsigned flag = settings->append;
    int err = 0;
    if (strcmp(key, "file") == 0)
        return read_text(value, &settings->file);
    if (strcmp(key, "log") == 0)
        return read_text(value, &settings->log);
    if (strcmp(key, "once-file") == 0)
        return read_text(value, &faults->once_file);
    if (strcmp(key, "times") == 0)
        return read_count(value, &faults->times);
    if (strcmp(key, "speed") == 0)
        return read_speed(value, &settings->speed);
    if (strcmp(key, "formats") == 0)
        return read_list(value, find_format, settings->formats, &settings->format_count);
    if (strcmp(key, "rates") == 0)
        return read_list(value, find_number, settings->rates, &settings->rate_count);
    if (strcmp(key, "channels_min") == 0)
        return read_count(value, &settings->channels_min);
    if (strcmp(key, "channels_max") == 0)
        return read_count(value, &settings->channels_max);
    if (strcmp(key, "append") == 0) {
        err = read_count(value, &flag);
        settings->append = flag;
        return err;
    }
    if (strcmp(key, "fault") != 0)
        return -EINVAL;
    faults->count = 0;
    return rig_faults_parse(faults, value);
}

static bool belongs_to_alsa(const char *key) {
    return strcmp(key, "type") == 0 || strcmp(key, "comment") == 0 || strcmp(key, "hint") == 0;
}

static int read_configuration(struct rig_settings *settings, struct rig_faults *faults, snd_config_t *conf) {
    snd_config_iterator_t i, next;
    snd_config_for_each(i, next, conf) {
        snd_config_t *entry = snd_config_iterator_entry(i);
        const char *key;
        char *value;
        if (snd_config_get_id(entry, &key) < 0 || belongs_to_alsa(key))
            continue;
        if (snd_config_get_ascii(entry, &value) < 0)
            return -EINVAL;
        int err = set(settings, faults, key, value);
        free(value);
        if (err < 0) {
            fprintf(stderr, "rig: cannot use the key \"%s\"\n", key);
            return err;
        }
    }
    return 0;
}

static int read_environment(struct rig_settings *settings, struct rig_faults *faults) {
    static const char *const variables[][2] = {
        {"RIG_FILE", "file"}, {"RIG_LOG", "log"}, {"RIG_FAULT", "fault"}, {"RIG_ONCE_FILE", "once-file"},
        {"RIG_TIMES", "times"}, {"RIG_SPEED", "speed"}, {"RIG_APPEND", "append"},
    };
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i][0]);
        int err = value ? set(settings, faults, variables[i][1], value) : 0;
        if (err < 0) {
            fprintf(stderr, "rig: cannot use %s\n", variables[i][0]);
            return err;
        }
    }
    return 0;
}

int rig_settings_read(struct rig_settings *settings, struct rig_faults *faults, snd_config_t *conf) {
    *settings = (struct rig_settings){.speed = 1, .channels_min = 1, .channels_max = 8};
    *faults = (struct rig_faults){.times = 1, .log = -1};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        settings->formats[settings->format_count++] = (unsigned)formats[i].format;
    int err = read_configuration(settings, faults, conf);
    return err < 0 ? err : read_environment(settings, faults);
}

void rig_settings_free(struct rig_settings *settings, struct rig_faults *faults) {
    free(settings->file);
    free(settings->log);
    free(faults->once_file);
}
