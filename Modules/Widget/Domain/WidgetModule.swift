import Core
import TrackingContract
import WidgetContract

/// The module that decides what a widget of each size shows.
///
/// It stores nothing: everything is derived from Tracking.
public struct WidgetModule: Module {
  public typealias State = WidgetState

  public static let manifest = Manifest(
    name: "widget",
    version: "1.0.0",
    summary: "Today's open habits for widgets of three sizes.",
    kernel: KernelVersion(2, 0),
    needs: ["tracking"],
    answers: [ComposeWidget.self]
  )

  public static func register(in host: inout some ModuleHost<WidgetState>) {
    host.answer(ComposeWidget.self) { _, query, context in
      let today = context.today
      let habits = try context.ask(DaysOfHabits(from: today, to: today))
      return Composer.content(
        query.size,
        habits,
        hasArchived: try habits.isEmpty && hasArchived(context),
        today: today,
        refreshAt: context.calendar.start(of: today.advanced(by: 1))
      )
    }
  }
}

extension WidgetModule {
  /// Whether there are habits that are archived.
  private static func hasArchived(_ context: RequestContext) throws -> Bool {
    guard context.answers(AllHabits.self) else { return false }
    return try !context.ask(AllHabits(includesArchived: true)).isEmpty
  }
}

/// The empty state of the module.
public struct WidgetState: ModuleState {
  public static let foldVersion = 1

  public init() {}
  public init(from reader: inout ByteReader) throws {}
  public func write(to writer: inout ByteWriter) {}
}
