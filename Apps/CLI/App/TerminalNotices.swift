import Bus
import CommandKit
import Core
import Glibc
import LocalApp
import Loop
import Products
import RemindersContract
import Runtime

/// Gives the notices that are due once a command is done, where a person sees them.
///
/// Where nothing runs in the background, a command is the moment to look; where a daemon brings
/// notices to the desktop they are left to it. What a daemon gave that has no desktop is shown here.
/// Where nobody reads along (a file, a pipe, a document for a program) nothing is looked for: it
/// stays due until someone does.
struct TerminalNotices {
  let home: Home
  let runtime: Runtime
  let session: Session
  /// Whether a milestone has just been shown; its notice is then left to the inbox.
  var isEchoed = false

  /// A command that was done is not made to fail by what comes after it: what cannot be told now
  /// is told next time.
  func tell() async {
    guard isWelcome, !NoticeChannels.current.reachesDesktop else { return }
    guard let arrived = try? await Arrivals.wake(runtime) else { return }
    let notices = arrived.union(WaitingNotices(home).take())
    guard !notices.isEmpty, let inbox = try? await session.ask(ReadInbox()) else { return }
    let items = inbox.items.filter { item in
      notices.contains(item.notice.id) && !item.isRead
        && !(isEchoed && item.notice.kind == .milestone)
    }
    guard !items.isEmpty else { return }
    try? await Catalog.notifier(session).deliver(items)
  }

  private var isWelcome: Bool {
    guard session.format == .text, session.product.policies.allowsNotices else { return false }
    let isThere = session.product.modules.contains { module in
      module.manifest.answers.contains { $0 == ReadInbox.self }
    }
    return isThere && isatty(STDOUT_FILENO) == 1
  }
}

/// What arrives while the modules are woken.
@LoopActor
private final class Arrivals {
  private var notices: Set<NoticeID> = []

  static func wake(_ runtime: Runtime) async throws -> Set<NoticeID> {
    let arrivals = Arrivals()
    let subscription = runtime.observe(NoticeDue.self, as: "terminal") { told in
      arrivals.notices.insert(told.event.notice.id)
    }
    defer { subscription.cancel() }
    _ = try await runtime.wakeDue()
    return arrivals.notices
  }
}
