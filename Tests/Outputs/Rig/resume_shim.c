/* An LD_PRELOAD library for a case that a plug-in cannot produce: libasound ignores the result of a plug-in's resume
* and reports 0, while a kernel driver's -ENOSYS or -EAGAIN reaches the caller. With this library,
* snd_pcm_resume returns -RIG_RESUME (an errno number, -EAGAIN by default) as long as the PCM stays suspended. */
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
