import Bus
import Commands
import Core
import LocalApp
import Logging
import Loop
import Presentation
import Products
import ProfileContract
import RemindersContract
import Runtime
import Terminal
import TrackingContract

/// Shows notices on the desktop, and carries out the person's answers.
@LoopActor
final class DesktopNotifier: Notifier {
  private static let done = "done"
  /// The specification's name for a click on the notification itself.
  private static let open = "default"

  private let space: LocalSpace
  private let bus: Bus
  private let log: Logger
  private let link: DesktopLink
  private var subscriptions: [Subscription] = []
  private var shown: [UInt32: Notice] = [:]
  /// Answers that arrived before the number of their notification was known.
  private var early: [UInt32: NotificationService.Response] = [:]
  private var isShowing = false

  nonisolated var channel: String { "desktop" }

  init(_ space: LocalSpace, _ link: DesktopLink, _ bus: Bus, _ log: Logger) {
    self.space = space
    self.link = link
    self.bus = bus
    self.log = log
  }

  func start() {
    subscriptions = [
      bus.topic(DesktopReplaced.self).subscribe("desktop") { [weak self] _ in self?.shown = [:] },
      bus.topic(NotificationAnswered.self).subscribe("desktop") { [weak self] event in
        self?.respond(event.number, event.response)
      },
    ]
  }

  // MARK: Showing

  /// - Throws: when there is no desktop; then nothing or only a part was shown.
  func deliver(_ items: [InboxItem]) async throws {
    guard !items.isEmpty else { return }
    let context = try await context()
    let isSilent =
      try await context.askIfAvailable(CurrentProfile())?
      .preferences[.sound] == "off"
    isShowing = true
    defer {
      isShowing = false
      early = [:]
    }
    for item in items {
      var notification = notification(item, context)
      notification.isSilent = isSilent
      notification.replaces = older(than: item.notice)
      let number = try await link.show(notification)
      shown[number] = item.notice
      if let response = early.removeValue(forKey: number) { respond(number, response) }
    }
  }

  private func context() async throws -> any SpaceContext {
    try await space.pageContext()
  }

  private func notification(_ item: InboxItem, _ context: any SpaceContext) -> Notification {
    let isCalm = item.notice.kind == .weekly || item.notice.kind == .milestone
    return notification(ProductCatalog.text(of: item, context), isCalm ? .low : .normal)
  }

  private func notification(_ text: NoticeText, _ urgency: Notification.Urgency) -> Notification {
    let done = text.done.map { [(key: DesktopNotifier.done, label: $0)] } ?? []
    return Notification(
      application: space.product.title,
      title: text.title,
      body: text.body,
      actions: [(key: DesktopNotifier.open, label: text.open)] + done,
      urgency: urgency
    )
  }

  /// A reminder replaces an earlier one of the same habit.
  private func older(than notice: Notice) -> UInt32 {
    guard notice.kind == .reminder else { return 0 }
    return shown.first { $0.value.kind == .reminder && $0.value.habit == notice.habit }?.key ?? 0
  }

  /// Withdraws the notifications of that day for a habit that is done or skipped.
  func settle(_ habit: HabitID, _ day: Day) {
    withdraw { $0.day == day && $0.asks(for: habit) }
  }

  /// Withdraws the notifications that name a habit which was deleted.
  func forget(_ habit: HabitID) { withdraw { $0.subjects.map(\.habit) == [habit] } }

  private func withdraw(where isOver: (Notice) -> Bool) {
    for (number, notice) in shown where isOver(notice) {
      shown[number] = nil
      Task { [link] in await link.withdraw(number) }
    }
  }

  // MARK: Answers

  private func respond(_ number: UInt32, _ response: NotificationService.Response) {
    // Signals about other programs' notifications arrive here as well.
    guard let notice = shown[number] else {
      if isShowing { early[number] = response }
      return
    }
    switch response {
    case .gone: shown[number] = nil
    case .dismissed:
      shown[number] = nil
      Task { await read(notice) }
    case .chose(DesktopNotifier.done):
      Task { await check(notice) }
    case .chose:
      Task {
        await read(notice)
        bus.topic().publish(BrowserWanted(next: "/"))
      }
    }
  }

  private func check(_ notice: Notice) async {
    guard let habit = notice.subjects.first?.habit else { return }
    do {
      try await space.runtime.refresh(space.id)
      let state = try await space.runtimeClient.ask(CheckOn(habit: habit, day: notice.day))
      let command = SetCheck(
        habit: habit,
        day: notice.day,
        mark: .done,
        value: state.filledValue
      )
      try await space.runtimeClient.send(command)
      log.info("a habit was checked from its notice")
      await read(notice)
    } catch {
      log.notice("a habit could not be checked from its notice")
      await explain(error)
    }
  }

  private func explain(_ error: any Error) async {
    guard let words = ErrorMessage(error), let context = try? await context() else { return }
    let notification = notification(ProductCatalog.refusal(words.message, context), .normal)
    _ = try? await link.show(notification)
  }

  private func read(_ notice: Notice) async {
    // A notice that stays unread is only shown as new in the inbox.
    _ = try? await space.runtimeClient.send(MarkRead(notices: [notice.id]))
  }

  func close() {
    for subscription in subscriptions { subscription.cancel() }
  }
}

extension Notice {
  /// Whether it is about that habit alone and is obsolete once the habit is done.
  fileprivate func asks(for habit: HabitID) -> Bool {
    (kind == .reminder || kind == .atRisk) && subjects.map(\.habit) == [habit]
  }
}
