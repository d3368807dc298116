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

/// Gives the notices that are due after a command, if a person can see them.
///
/// Notices from the command itself are shown here. Other notices are looked up only if nothing runs
/// in the background: a daemon shows them on the desktop, and notices from a daemon without a
/// desktop are shown here. If there is no reader (a file, a pipe, a document for a program),
/// nothing is looked up: notices wait in the inbox, or stay due until someone looks.
struct TerminalNotices {
  let home: Home
  let runtime: Runtime
  let context: CommandContext

  /// Shows the notices; an error does not make the command fail, since it has already run.
  ///
  /// A notice that cannot be shown now is shown next time.
  func show() async {
    guard isWelcome else { return }
    var notices = Set(context.signals.all(of: NoticeDue.self).map(\.notice.id))
    if !NoticeChannels.current.reachesDesktop {
      notices.formUnion((try? await NoticeCollector.wake(runtime)) ?? [])
      notices.formUnion(WaitingNotices(home).take())
    }
    guard !notices.isEmpty,
      let found = try? await context.ask(FindNotices(notices: Array(notices)))
    else { return }
    let celebrated = Set(context.signals.all(of: MilestoneReached.self).map(\.habit))
    let news = found.filter { !$0.isMilestone(of: celebrated) }
    let items = await ProductCatalog.standing(news, context)
    guard !items.isEmpty else { return }
    try? await ProductCatalog.notifier(context).deliver(items)
  }

  private var isWelcome: Bool {
    guard context.format == .text, context.product.policies.allowsNotices else { return false }
    return context.product.answers(FindNotices.self) && isatty(STDOUT_FILENO) == 1
  }
}

extension InboxItem {
  /// Whether it is about a milestone that the command has already celebrated.
  fileprivate func isMilestone(of celebrated: Set<HabitID>) -> Bool {
    notice.kind == .milestone && notice.habit.map(celebrated.contains) == true
  }
}

/// Collects the notices that arrive while modules are woken.
@LoopActor
private final class NoticeCollector {
  private var notices: Set<NoticeID> = []

  static func wake(_ runtime: Runtime) async throws -> Set<NoticeID> {
    let arrivals = NoticeCollector()
    let subscription = runtime.observe(NoticeDue.self, as: "terminal") { committed in
      arrivals.notices.insert(committed.event.notice.id)
    }
    defer { subscription.cancel() }
    _ = try await runtime.handleDueAlarms()
    return arrivals.notices
  }
}
