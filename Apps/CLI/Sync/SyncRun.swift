import Commands
import Core
import LocalApp
import Presentation
import Replication
import Terminal

/// One round of the sync that a person waits for, with its progress.
struct SyncRun {
  struct Result: Sendable {
    let received: Int
    let sent: Int
    /// The problem that ended it early.
    let trouble: SyncTrouble?
  }

  /// How often to wait half a second for another program that synchronizes.
  private static let patience = 120

  private let space: LocalSpace
  private let context: CommandContext

  init(_ space: LocalSpace, _ context: CommandContext) {
    self.space = space
    self.context = context
  }

  /// - Throws: a `DomainError` if the home has no account, or another program synchronizes for
  ///   long.
  func perform() async throws -> Result {
    let sync = try HomeSync(space)
    let showing = show(sync.replicator.progresses())
    defer { showing?.cancel() }
    for _ in 0..<SyncRun.patience {
      let outcome = await sync.replicator.round()
      context.signals.add(outcome.signals)
      switch outcome.ending {
      case .settled: return Result(received: outcome.received, sent: outcome.sent, trouble: nil)
      case .interrupted(let trouble):
        return Result(received: outcome.received, sent: outcome.sent, trouble: trouble)
      case .cancelled: throw CancellationError()
      case .busy: try await Task.sleep(for: .milliseconds(500))
      }
    }
    throw DomainError(
      "sync-busy",
      "Another program of this home, such as trellisd, is synchronizing. Nothing is lost: look again "
        + "with  trellis sync"
    )
  }

  /// Shows the progress, in a line that is erased afterwards.
  private func show(_ progresses: AsyncStream<SyncProgress>) -> Task<Void, Never>? {
    guard context.canMove else { return nil }
    let screen = context.screen
    return Task {
      let line = LiveLine(on: screen)
      for await progress in progresses {
        guard let words = SyncRun.words(progress) else {
          line.clear()
          continue
        }
        line.show(Text(words, .muted))
      }
      line.clear()
    }
  }

  /// Nil for a step that is over before anybody could read it.
  private static func words(_ progress: SyncProgress) -> String? {
    switch progress.phase {
    case .pulling where progress.toPull - progress.pulled > 0:
      "Receiving: \(progress.pulled) of \(progress.toPull) entries"
    case .pushing where progress.toPush > 0:
      "Sending: \(progress.pushed) of \(progress.toPush) entries"
    case .offering: "Giving the server what it lacks"
    default: nil
    }
  }
}

extension SyncRun.Result {
  /// The result.
  var views: [any View] {
    let parts = [
      received > 0 ? "\(received.counted("entry", "entries")) received" : nil,
      sent > 0 ? "\(sent.counted("entry", "entries")) sent" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? [] : [Paragraph(verbatim: parts.joined(separator: ", ") + ".")]
  }
}
