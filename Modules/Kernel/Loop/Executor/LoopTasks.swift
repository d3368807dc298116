/// The loop as the executor that a task prefers: what such a task does outside of any actor runs on the
/// loop's thread.
///
/// Apart from ``Loop``, which is the executor of an actor: a job says by where it is put as which of the
/// two it is to be run.
final class LoopTasks: TaskExecutor {
  private let loop: Loop

  init(_ loop: Loop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    loop.enqueue(UnownedJob(job), preferring: self)
  }
}
