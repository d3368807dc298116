import Loop

/// Resumes the callers whose requests are completed.
///
/// Resuming a task takes the loop as long as folding a fact. The callers of a large batch are
/// therefore resumed on another thread, while the loop decides what comes next.
@LoopActor
final class ReplyQueue {
  typealias Reply = @Sendable () -> Void

  /// The number of replies that are worth a change of threads.
  private static let worthAThread = 16

  /// The replies to send together; nil while each is sent at once.
  private var gathered: [Reply]?

  func send(_ reply: @escaping Reply) {
    if gathered == nil { reply() } else { gathered?.append(reply) }
  }

  /// Sends together what `body` sends.
  func together(_ body: () -> Void) {
    gathered = []
    body()
    let replies = gathered ?? []
    gathered = nil
    if replies.count < Self.worthAThread { return ReplyQueue.send(replies) }
    Task.detached { ReplyQueue.send(replies) }
  }

  nonisolated private static func send(_ replies: [Reply]) {
    for reply in replies { reply() }
  }
}
