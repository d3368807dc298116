import Core
import Pages
import Presentation
import TrackingContract

/// Habits that exist twice since the histories of two devices were merged.
///
/// Each has a button that joins the two.
enum TwinsCard {
  static func body(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    let twins = try await context.ask(HabitTwins())
    guard !twins.isEmpty else { return nil }
    return HTML.card(context.say(.twinsTitle), HTML.list(twins.map { row($0, request) }))
  }

  private static func row(_ twin: HabitTwin, _ request: PageRequest) -> HTML {
    let context = request.context
    let title = twin.into.details.title
    let values = [
      "into": twin.days.into.counted("day"), "from": twin.days.from.counted("day"),
      "both": "\(twin.days.both)",
    ]
    let join = request.form(
      JoinActions.join,
      fields: [("from", twin.from.id.description), ("into", twin.into.id.description)],
      HTML.submit(context.say(.twinsJoin), about: title)
    )
    return """
      <div class="spread"><div><strong>\(title)</strong>\
      <p class="small muted">\(context.say(.twinsDays, values))</p></div>\(join)</div>
      """
  }
}

/// The actions that join two habits, and undo that.
enum JoinActions {
  static let join = "tracking.join-habits"
  private static let separate = "tracking.separate-habit"

  static let all: [FormAction] = [
    FormAction(join) { fields, context in
      let joined = try await context.send(
        JoinHabits(
          from: try fields.id("from"),
          into: try fields.id("into"),
          confirmed: true
        )
      )
      let titles = ["title": joined.title, "into": joined.into.details.title]
      let undo = Undo(separate, ["habit": joined.id.description])
      return .done(context.say(.habitsJoined, titles), undo: undo)
    },
    FormAction(separate) { fields, context in
      let habit = try await context.send(
        SeparateHabit(habit: try fields.id("habit"))
      )
      return .done(context.say(.habitSeparated, ["title": habit.details.title]))
    },
  ]
}
