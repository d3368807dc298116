/// The loop as a task executor: nonisolated code of tasks that prefer it runs on the loop's thread.
///
/// Separate from ``Loop``, which is the executor of an actor: which of the two runs a job depends
/// on the executor that it is enqueued on.
final class LoopTaskExecutor: TaskExecutor {
  private let loop: Loop

  init(_ loop: Loop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    loop.enqueue(UnownedJob(job), preferring: self)
  }
}
