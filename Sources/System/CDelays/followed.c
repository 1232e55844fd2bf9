#include "system.h"

// One of both: a block, or a function.
struct followed {
  void *tag;
  bool is_for_main;
  struct block_layout *block;
  void *context;
  void (*work)(void *);
};

static _Atomic(thrum_work_begin) begin_work;
static _Atomic(thrum_work_end) end_work;
static _Thread_local void *current_tag;

void thrum_work_follow(thrum_work_begin begin, thrum_work_end end) {
  atomic_store(&end_work, end);
  atomic_store(&begin_work, begin);
}

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
  atomic_load(&end_work)(followed.tag, followed.is_for_main);
}

static struct followed *follow(void *queue, struct block_layout *block, void *context, void (*work)(void *)) {
  thrum_work_begin begin = atomic_load(&begin_work);
  bool is_for_main = queue == (void *)&_dispatch_main_q;
  void *tag = begin ? begin(current_tag, is_for_main) : NULL;
  if (!tag) return NULL;
  struct followed *followed = malloc(sizeof *followed);
  if (followed)
    *followed = (struct followed){tag, is_for_main, block ? _Block_copy(block) : NULL, context, work};
  else
    atomic_load(&end_work)(tag, is_for_main);
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
  if (atomic_load(&begin_work) && !is_work_item(block)) {
    struct followed *followed = follow(queue, block, NULL, NULL);
    if (followed) return pass_on(queue, followed, run_followed);
  }
  SYSTEM(void (*)(void *, void *), "dispatch_async")(queue, block);
}
