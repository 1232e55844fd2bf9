#include "system.h"

// Either a block or a function.
struct followed {
  void *tag;
  bool is_for_main;
  struct block_layout *block;
  void *context;
  void (*work)(void *);
};

static _Atomic(thrum_work_asker) ask;
static _Atomic(thrum_work_observer) work_begins;
static _Atomic(thrum_work_observer) work_ended;
static _Thread_local void *current_tag;

void thrum_work_follow(thrum_work_asker asked, thrum_work_observer begins, thrum_work_observer ended) {
  atomic_store(&work_begins, begins);
  atomic_store(&work_ended, ended);
  atomic_store(&ask, asked);
}

void *thrum_work_exchange_tag(void *tag) {
  void *before = current_tag;
  current_tag = tag;
  return before;
}

static void run_followed(void *context) {
  struct followed followed = *(struct followed *)context;
  free(context);
  atomic_load(&work_begins)(followed.tag, followed.is_for_main);
  void *before = thrum_work_exchange_tag(followed.tag);
  if (followed.block) {
    followed.block->invoke(followed.block);
    _Block_release(followed.block);
  } else {
    followed.work(followed.context);
  }
  // Work enqueued by a waiter for the end does not follow from this work.
  current_tag = before;
  atomic_load(&work_ended)(followed.tag, followed.is_for_main);
}

static struct followed *follow(void *queue, struct block_layout *block, void *context, void (*work)(void *)) {
  thrum_work_asker asked = atomic_load(&ask);
  bool is_for_main = queue == (void *)&_dispatch_main_q;
  void *tag = asked ? asked(current_tag, is_for_main) : NULL;
  if (!tag) return NULL;
  struct followed *followed = malloc(sizeof *followed);
  if (followed)
    *followed = (struct followed){tag, is_for_main, block ? _Block_copy(block) : NULL, context, work};
  else
    atomic_load(&work_ended)(tag, is_for_main);
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

// Work items carry flags, such as a barrier's, that only Dispatch understands.
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
  if (atomic_load(&ask) && !is_work_item(block)) {
    struct followed *followed = follow(queue, block, NULL, NULL);
    if (followed) return pass_on(queue, followed, run_followed);
  }
  SYSTEM(void (*)(void *, void *), "dispatch_async")(queue, block);
}
