/* An LD_PRELOAD library for one case that a plug-in cannot make: libasound throws away what a plug-in's resume
 * answers and reports 0, while a kernel driver's -ENOSYS or -EAGAIN reaches the caller. With this loaded,
 * snd_pcm_resume answers -RIG_RESUME (an errno number; without it -EAGAIN) for as long as the PCM stays suspended. */
#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <dlfcn.h>
#include <errno.h>

int snd_pcm_resume(snd_pcm_t *pcm) {
    int (*resume)(snd_pcm_t *) = (int (*)(snd_pcm_t *))dlsym(RTLD_NEXT, "snd_pcm_resume");
    const char *number = getenv("RIG_RESUME");
    int err = resume ? resume(pcm) : -ENOSYS;
    if (err == 0 && snd_pcm_state(pcm) == SND_PCM_STATE_SUSPENDED)
        return number ? -atoi(number) : -EAGAIN;
    return err;
}
