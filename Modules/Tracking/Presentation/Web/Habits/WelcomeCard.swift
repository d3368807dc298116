import Core
import Pages
import Presentation
import TrackingContract

/// The card on which a new user adds the first habit, which needs only a name.
enum WelcomeCard {
  static func body(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    guard try await context.ask(AllHabits(includesArchived: true)).isEmpty else { return nil }
    return HTML.card(
      context.say(.welcomeHabit),
      request.form(
        "tracking.create-habit",
        class: "stack",
        """
        \(HTML.field(
          label: context.say(.welcomeHabitLabel),
          name: "title",
          hint: context.say(.welcomeHabitHint),
          required: true,
          attributes: [("maxlength", "\(HabitDetails.maxTitleLength)"), ("autocomplete", "off")]
        ))<p><button class="button primary">\(context.say(.welcomeHabitBegin))</button></p>
        """
      )
    )
  }
}
