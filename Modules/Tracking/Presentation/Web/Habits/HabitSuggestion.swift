import Core
import Pages
import Presentation
import TrackingContract

/// A habit to start from, which fills the form of a new one.
struct HabitSuggestion {
  let name: String
  let details: HabitDetails

  /// What the form of a new habit suggests.
  ///
  /// A product that hides numbers has gentle ones, without targets.
  static func all(_ context: PageContext) -> [HabitSuggestion] {
    context.showsStreaks ? usual : gentle
  }

  static func named(_ name: String, _ context: PageContext) -> HabitSuggestion? {
    all(context).first { $0.name == name }
  }

  /// Emoji that many habits could have.
  static let icons = [
    "📚", "🏃", "💧", "🧘", "🎸", "🎹", "🎨", "✍️", "💪", "🚴", "🏊", "🚶", "🥗", "🍎", "🍵", "😴", "🌅", "🪥", "🧹",
    "🪴", "💶", "📵", "☎️", "🗣️", "🧠", "🙏",
  ]

  private static let usual = [
    suggestion("read", "📚", "Read", .blue, target: Target(amount: Amount(20), unit: "pages")),
    suggestion("move", "🏃", "Run", .red, .times(3, per: .week)),
    suggestion(
      "water",
      "💧",
      "Drink water",
      .teal,
      target: Target(amount: Amount(8), unit: "glasses")
    ),
    suggestion("meditate", "🧘", "Meditate", .purple),
    suggestion("practice", "🎸", "Practise", .orange, .weekdays([.monday, .wednesday, .friday])),
    suggestion("sleep", "😴", "In bed by eleven", .indigo),
  ]

  private static let gentle = [
    suggestion("tea", "🍵", "Tea in silence", .green),
    suggestion("plants", "🪴", "Water the plants", .teal, .times(2, per: .week)),
    suggestion("walk", "🚶", "A walk outside", .blue),
    suggestion("page", "📚", "A page of a book", .purple),
    suggestion("window", "🌅", "Open the window", .yellow),
    suggestion("call", "☎️", "Call somebody", .pink, .times(1, per: .week)),
  ]

  private enum Color: String { case green, teal, blue, indigo, purple, pink, red, orange, yellow }

  private static func suggestion(
    _ name: String,
    _ icon: HabitIcon,
    _ title: String,
    _ color: Color,
    _ schedule: Schedule = .daily,
    target: Target? = nil
  ) -> HabitSuggestion {
    let details = HabitDetails(
      title: title,
      color: HabitColor(color.rawValue) ?? .green,
      icon: icon,
      schedule: schedule,
      target: target
    )
    return HabitSuggestion(name: name, details: details)
  }

  /// The row of all suggestions; the chosen one is marked.
  static func row(_ chosen: HabitSuggestion?, _ request: PageRequest) -> HTML {
    let links = all(request.context).map { suggestion -> HTML in
      let path = "\(HabitFormPages.newPath)?like=\(suggestion.name)"
      let isChosen = suggestion.name == chosen?.name
      return """
        <a class="chip" href="\(path)"\(attribute: "aria-current", isChosen ? "true" : nil)>\
        <span aria-hidden="true">\(suggestion.details.icon?.description ?? "")</span> \(suggestion.details.title)</a>
        """
    }
    let label = request.context.say(.habitSuggestions)
    return "<nav class=\"cluster suggestions\" aria-label=\"\(label)\">\(links.joined())</nav>"
  }
}
