import TestKit
import TrackingContract
import TrellisSDK

@testable import MQTT

/// A space with habits that are done or not, today.
final class Desk: StubbedSpace {
  struct Missing: Error {}

  struct Contents: Sendable {
    var titles: [HabitID: String] = [:]
    var done: Set<HabitID> = []
    var target: Target?
    var value: Amount?
    var sent: [SetCheck] = []
  }

  static let today = Day(number: 20_000)

  let contents = Locked(Contents())
  private let listeners = Locked([AsyncStream<Int>.Continuation]())

  init(_ titles: String...) {
    contents.withLock { contents in
      for (index, title) in titles.enumerated() {
        contents.titles[HabitID(rawValue: UInt128(index + 1))] = title
      }
    }
  }

  func reply<R: Request>(to request: R) throws -> R.Reply {
    let answer = contents.withLock { contents -> (any Sendable)? in
      switch request {
      case is DaysOfHabits:
        return contents.titles.keys.sorted().map { Desk.days($0, contents) }
      case let query as CheckOn: return Desk.state(query.habit, contents)
      case let command as SetCheck:
        contents.sent.append(command)
        if command.mark == .done {
          contents.done.insert(command.habit)
        } else {
          contents.done.remove(command.habit)
        }
        return Desk.state(command.habit, contents)
      default: return nil
      }
    }
    if request is SetCheck { tell() }
    guard let reply = answer as? R.Reply else { throw Missing() }
    return reply
  }

  func change(_ body: (inout Contents) -> Void) {
    contents.withLock { body(&$0) }
    tell()
  }

  private func tell() { for listener in listeners.withLock({ $0 }) { listener.yield(1) } }

  func listen() -> AsyncStream<Int> {
    let (stream, listener) = AsyncStream.makeStream(of: Int.self)
    listeners.withLock { $0.append(listener) }
    return stream
  }

  private static func habit(_ id: HabitID, _ contents: Contents) -> Habit {
    Habit(
      id: id,
      details: HabitDetails(title: contents.titles[id] ?? "", target: contents.target),
      createdOn: today,
      createdAt: Instant(seconds: 0)
    )
  }

  private static func state(_ id: HabitID, _ contents: Contents) -> CheckState? {
    guard contents.titles[id] != nil else { return nil }
    let isDone = contents.done.contains(id)
    return CheckState(
      habit: habit(id, contents),
      day: today,
      entry: Entry(mark: isDone ? .done : .open, value: contents.value),
      status: isDone ? .done : .open,
      target: contents.target
    )
  }

  private static func days(_ id: HabitID, _ contents: Contents) -> HabitDays {
    let state = DayState(
      day: today,
      status: contents.done.contains(id) ? .done : .open,
      isDue: true,
      entry: Entry(mark: .open, value: contents.value),
      target: contents.target
    )
    return HabitDays(habit: habit(id, contents), firstDay: today, days: [state])
  }

  // MARK: A service over it

  static let product = Product(
    name: "sample",
    title: "Sample",
    summary: "",
    modules: [],
    policies: Policies(),
    voice: Voice(),
    theme: .standard
  )

  func service(_ files: PluginFiles, note: @escaping @Sendable (String) -> Void) -> ServiceContext {
    ServiceContext(
      product: Desk.product,
      space: self,
      files: files,
      advances: { self.listen() },
      current: {
        PageContext(
          product: Desk.product,
          settings: [],
          now: Instant(seconds: Int64(Desk.today.number) * 86_400 + 3600),
          calendar: LocalCalendar(zone: .utc),
          space: self
        )
      },
      note: note
    )
  }
}
