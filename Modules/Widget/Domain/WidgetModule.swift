import Core
import StreaksContract
import TrackingContract
import WidgetContract

/// The module that decides what a widget of each size shows.
///
/// It stores nothing: everything is derived from Tracking, and from Streaks if the product has it.
public struct WidgetModule: Module {
  public typealias State = WidgetState

  public static let manifest = Manifest(
    name: "widget",
    version: "1.1.0",
    summary: "Today's habits for widgets of three sizes.",
    kernel: KernelVersion(2, 0),
    needs: ["tracking"],
    answers: [ComposeWidget.self]
  )

  public static func register(in host: inout some ModuleHost<WidgetState>) {
    host.answer(ComposeWidget.self) { _, query, context in
      try WidgetReader(context: context).content(query.size)
    }
  }
}

/// Reads what a widget shows from the other modules.
private struct WidgetReader {
  /// The number of whole weeks of contributions before the current one.
  private static let weeks = 52

  let context: RequestContext

  func content(_ size: WidgetSize) throws -> WidgetContent {
    let today = context.today
    let habits = try context.ask(DaysOfHabits(from: today, to: today))
    let head = context.policies.widgetHead
    let report = head == .streak ? try streaks() : nil
    let composer = Composer(
      size: size,
      today: today,
      habits: habits,
      streaks: report.map(Self.running) ?? [:]
    )
    return composer.content(
      hasArchived: try habits.isEmpty && hasArchived(),
      refreshAt: context.calendar.start(of: today.advanced(by: 1)),
      showsRings: head == .contributions,
      graph: head == .contributions ? try graph(habits.count) : nil,
      flame: report.flatMap {
        WidgetFlame(
          $0,
          DistinctTitles(habits.map(\.habit)),
          hasFreezes: context.policies.allowsFreezes
        )
      }
    )
  }

  /// Whether there are habits that are archived.
  private func hasArchived() throws -> Bool {
    guard context.answers(AllHabits.self) else { return false }
    return try !context.ask(AllHabits(includesArchived: true)).isEmpty
  }

  /// Returns nil as long as there is nothing to draw.
  private func graph(_ habits: Int) throws -> WidgetGraph? {
    guard context.answers(DoneCounts.self) else { return nil }
    let today = context.today
    let from = context.calendar.startOfWeek(today).advanced(by: -7 * Self.weeks)
    let counts = try context.ask(DoneCounts(from: from, to: today))
    let total = counts.reduce(0, +)
    guard habits > 0 || total > 0 else { return nil }
    let levels = counts.map { ContributionLevel.of($0, habits: habits) }
    return WidgetGraph(from: from, levels: levels, total: total)
  }

  /// Returns nil where no module counts streaks, and where the product hides them.
  private func streaks() throws -> StreaksReport? {
    guard context.policies.showsStreaks, context.answers(AllStreaks.self) else { return nil }
    return try context.ask(AllStreaks())
  }

  private static func running(_ report: StreaksReport) -> [HabitID: WidgetStreak] {
    let running = report.items.filter { $0.current > 0 }
    return Dictionary(
      running.map { ($0.habit, WidgetStreak(length: $0.current, unit: $0.unit)) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

/// The empty state of the module.
public struct WidgetState: ModuleState {
  public static let foldVersion = 1

  public init() {}
  public init(from reader: inout ByteReader) throws {}
  public func write(to writer: inout ByteWriter) {}
}
