import CommandKit
import Core
import PageKit
import TrackingContract

/// The first habit of somebody who is new: its name is all it takes.
enum WelcomeCard {
  static func body(_ visit: Visit) async throws -> HTML? {
    let session = visit.session
    guard try await session.ask(AllHabits(includesArchived: true)).isEmpty else { return nil }
    return HTML.card(
      session.say(.welcomeHabit),
      visit.form(
        "tracking.create-habit",
        class: "stack",
        """
        \(HTML.field(
          label: session.say(.welcomeHabitLabel),
          name: "title",
          hint: session.say(.welcomeHabitHint),
          required: true,
          attributes: [("maxlength", "\(HabitDetails.longestTitle)"), ("autocomplete", "off")]
        ))<p><button class="button primary">\(session.say(.welcomeHabitBegin))</button></p>
        """
      )
    )
  }
}
