#include "system.h"

// One of both: a block, or a function.
struct followed {
  void *tag;
  bool is_for_main;
  struct block_layout *block;
  void *context;
  void (*work)(void *);
};

static _Atomic(thrum_work_observer) current_observer;
static _Atomic(thrum_work_tagger) current_tagger;
static _Thread_local void *current_tag;

void thrum_work_set_tagger(thrum_work_tagger tagger) { atomic_store(&current_tagger, tagger); }

// What this thread puts on queues follows from the work it does, or else from the task that it runs.
static void *tag_of_thread(void) {
  if (current_tag) return current_tag;
  thrum_work_tagger tagger = atomic_load(&current_tagger);
  return tagger ? tagger() : NULL;
}

void thrum_work_set_observer(thrum_work_observer observer) { atomic_store(&current_observer, observer); }

void *thrum_work_exchange_tag(void *tag) {
  void *before = current_tag;
  current_tag = tag;
  return before;
}

static void run_followed(void *context) {
  struct followed followed = *(struct followed *)context;
  free(context);
  void *before = thrum_work_exchange_tag(followed.tag);
  if (followed.block) {
    followed.block->invoke(followed.block);
    _Block_release(followed.block);
  } else {
    followed.work(followed.context);
  }
  // Who waits for the end does not follow from it.
  current_tag = before;
  atomic_load(&current_observer)(followed.tag, followed.is_for_main, -1);
}

static struct followed *follow(void *queue, struct block_layout *block, void *context, void (*work)(void *)) {
  thrum_work_observer observer = atomic_load(&current_observer);
  void *tag = observer ? tag_of_thread() : NULL;
  if (!tag) return NULL;
  struct followed *followed = malloc(sizeof *followed);
  if (!followed) return NULL;
  *followed = (struct followed){
      tag, queue == (void *)&_dispatch_main_q, block ? _Block_copy(block) : NULL, context, work};
  observer(tag, followed->is_for_main, 1);
  return followed;
}

static void pass_on(void *queue, void *context, void (*work)(void *)) {
  SYSTEM(void (*)(void *, void *, void (*)(void *)), "dispatch_async_f")(queue, context, work);
}

__attribute__((weak, visibility("default"))) void dispatch_async_f(void *queue, void *context, void (*work)(void *)) {
  struct followed *followed = follow(queue, NULL, context, work);
  if (followed)
    pass_on(queue, followed, run_followed);
  else
    pass_on(queue, context, work);
}

// A work item carries more than a block, such as a barrier's flag, which Dispatch alone understands.
static bool is_work_item(const struct block_layout *block) {
  static _Atomic(uintptr_t) invoke_of_items;
  if (!atomic_load(&invoke_of_items)) {
    struct block_layout *item = dispatch_block_create(0, (void *)block);
    if (!item) return true;
    atomic_store(&invoke_of_items, (uintptr_t)item->invoke);
    _Block_release(item);
  }
  return (uintptr_t)block->invoke == atomic_load(&invoke_of_items);
}

__attribute__((weak, visibility("default"))) void dispatch_async(void *queue, void *block) {
  if (atomic_load(&current_observer) && !is_work_item(block)) {
    struct followed *followed = follow(queue, block, NULL, NULL);
    if (followed) return pass_on(queue, followed, run_followed);
  }
  SYSTEM(void (*)(void *, void *), "dispatch_async")(queue, block);
}
