import Bus
import Commands
import Core
import Engine
import GamificationContract
import Glibc
import LocalApp
import Loop
import Presentation
import Products
import RemindersContract
import Runtime
import TrackingContract

/// Gives the notices that are due once a command is done, where a person sees them.
///
/// What the command itself has given is said here. What else is due is looked for where nothing runs
/// in the background; where a daemon brings notices to the desktop it is left to that, and what a
/// daemon gave that has no desktop is shown here. Where nobody reads along (a file, a pipe, a document
/// for a program) nothing is looked for: it waits in the inbox, or stays due until someone looks.
struct TerminalNotices {
  let home: Home
  let runtime: Runtime
  let context: CommandContext

  /// A command that was done is not made to fail by what comes after it: what cannot be told now
  /// is told next time.
  func tell() async {
    guard isWelcome else { return }
    var notices = Set(context.signals.all(of: NoticeDue.self).map(\.notice.id))
    if !NoticeChannels.current.reachesDesktop {
      notices.formUnion((try? await NoticeCollector.wake(runtime)) ?? [])
      notices.formUnion(WaitingNotices(home).take())
    }
    guard !notices.isEmpty, let inbox = try? await context.ask(ReadInbox()) else { return }
    let celebrated = Set(context.signals.all(of: MilestoneReached.self).map(\.habit))
    let items = inbox.items.filter { item in
      notices.contains(item.notice.id) && !item.isRead && !item.isMilestone(of: celebrated)
    }
    guard !items.isEmpty else { return }
    try? await ProductCatalog.notifier(context).deliver(items)
  }

  private var isWelcome: Bool {
    guard context.format == .text, context.product.policies.allowsNotices else { return false }
    let isThere = context.product.modules.contains { module in
      module.manifest.answers.contains { $0 == ReadInbox.self }
    }
    return isThere && isatty(STDOUT_FILENO) == 1
  }
}

extension InboxItem {
  /// Whether it is about a milestone that the command has celebrated: that is not said a second time.
  fileprivate func isMilestone(of celebrated: Set<HabitID>) -> Bool {
    notice.kind == .milestone && notice.habit.map(celebrated.contains) == true
  }
}

/// What arrives while the modules are woken.
@LoopActor
private final class NoticeCollector {
  private var notices: Set<NoticeID> = []

  static func wake(_ runtime: Runtime) async throws -> Set<NoticeID> {
    let arrivals = NoticeCollector()
    let subscription = runtime.observe(NoticeDue.self, as: "terminal") { committed in
      arrivals.notices.insert(committed.event.notice.id)
    }
    defer { subscription.cancel() }
    _ = try await runtime.wakeDue()
    return arrivals.notices
  }
}
