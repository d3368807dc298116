import Engine
import Loop

/// Completes the requests whose results are on disk, and so resumes their callers.
///
/// That takes the loop as long as folding a fact. The requests of a large batch are therefore
/// completed on another thread, while the loop decides what comes next.
@LoopActor
final class ReplyQueue {
  /// The number of replies that are worth a change of threads.
  private static let worthAThread = 16

  /// The requests to complete together; nil while each is completed at once.
  private var gathered: [EngineOperation]?

  func complete(_ operations: [EngineOperation]) {
    guard gathered != nil else { return Completed(operations: operations).send() }
    gathered?.append(contentsOf: operations)
  }

  /// Completes together all requests that `body` completes.
  func together(_ body: () -> Void) {
    gathered = []
    body()
    let completed = Completed(operations: gathered ?? [])
    gathered = nil
    if completed.operations.count < Self.worthAThread { return completed.send() }
    Task.detached { completed.send() }
  }
}

/// Requests that their engine has finished.
///
/// `@unchecked Sendable`: all that is left is to hand the result to the caller, who waits for it on
/// any thread; the engine does not use the requests again.
private struct Completed: @unchecked Sendable {
  let operations: [EngineOperation]

  func send() {
    for operation in operations { operation.complete() }
  }
}
