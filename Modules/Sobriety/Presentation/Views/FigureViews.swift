import Commands
import Core
import Presentation
import SobrietyContract
import Terminal
import TrackingContract

/// Views of the figures and the why.
enum FigureViews {
  /// What a person may type to set the figures.
  static let example = "settings --drinks-per-week 10 --cost 4.50 --currency EUR"

  static func figures(
    _ sobriety: Sobriety,
    isChanged: Bool,
    _ context: any SpaceContext
  ) -> [any View] {
    let figures = sobriety.figures
    let use = sobriety.substance.use
    let missing = Text("not set", .muted)
    let price = figures.price.flatMap { $0.minor > 0 ? Text(context.number($0.words)) : nil }
    let drinks = figures.drinksPerWeek
    let rows: [[Text]] = [
      [
        "drinks-per-week",
        drinks.thousandths > 0 ? Text(context.number(drinks.description)) : missing,
      ],
      ["cost", price ?? missing],
      ["currency", figures.price.map { Text($0.currency.code) } ?? missing],
      [
        "calories",
        figures.calories > 0
          ? Text(context.number("\(figures.calories) kcal a \(use.one)")) : missing,
      ],
    ]
    let lead: any View =
      isChanged
      ? Confirmation(context.say(.soberSettingsKept))
      : Paragraph(Text(context.say(.soberSettings)))
    var views: [any View] = [lead, Table([.init(""), .init("")], rows: rows)]
    if let saved = sobriety.savedMinor, let currency = figures.price?.currency {
      let price = context.number(Price(minor: saved, currency: currency).words)
      let words = "Saved so far: \(price)."
      views += [EmptyLine(), Paragraph(Text(words))]
    }
    if let calories = sobriety.savedCalories {
      let spared = use.spared.prefix(1).uppercased() + use.spared.dropFirst()
      views.append(Paragraph(Text("\(spared) so far: \(context.number(calories)) kcal.")))
    }
    if !isChanged, price == nil || drinks.thousandths == 0 {
      views += [EmptyLine(), SoberStep.of(example, sobriety.substance)]
    }
    return views
  }

  static func why(_ sobriety: Sobriety, isChanged: Bool, _ context: any SpaceContext) -> [any View]
  {
    guard !isChanged else {
      return [Confirmation(context.say(sobriety.why.isEmpty ? .soberWhyGone : .soberWhyKept))]
    }
    guard !sobriety.why.isEmpty else {
      return [
        Paragraph(Text(context.say(.soberNoWhy))),
        SoberStep.of("why \"For my mornings\"", sobriety.substance),
      ]
    }
    return [Paragraph(verbatim: sobriety.why)]
  }
}
