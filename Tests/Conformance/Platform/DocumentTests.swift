import Driver
import Foundation
import Testing

/// The documents of `--json`, which other programs rely on.
@Suite struct DocumentTests {
  /// A product's command and the fields of its document; `items.id` is `id` in each of `items`.
  struct Shape: Sendable, CustomTestStringConvertible {
    let product: String
    let command: [String]
    let fields: [String]

    init(_ product: String, _ command: String, _ fields: String) {
      self.product = product
      self.command = command.split(separator: " ").map(String.init)
      self.fields = fields.split(separator: " ").map(String.init)
    }

    var testDescription: String { "\(product) \(command.joined(separator: " "))" }
  }

  private static let shapes = [
    Shape(
      "hobbyist",
      "today",
      "day timeZone items done open message items.id items.title items.icon items.group items.color "
        + "items.status items.streak items.atRisk"
    ),
    Shape(
      "beebloom",
      "week",
      "days items items.id items.title items.group items.color items.cells items.cells.day "
        + "items.cells.status"
    ),
    Shape("hobbyist", "history", "from to days total days.day days.count days.level"),
    Shape("hobbyist", "history Read", "id title from to days total"),
    Shape(
      "streaks",
      "calendar Read",
      "id title days days.day days.status days.inCurrentStreak days.note days.at"
    ),
    Shape(
      "streaks",
      "streaks",
      "items freezes offers items.id items.title items.unit items.current items.best "
        + "items.atRisk items.adjusted items.score items.strength items.protectedDays "
        + "freezes.earned freezes.used freezes.available offers.kind offers.id offers.day"
    ),
    Shape(
      "streaks",
      "stats",
      "items consistency items.id items.title items.totalDays items.rates.week "
        + "items.rates.month items.rates.all items.trend30 items.bestWeekday items.averageStreak"
    ),
    Shape(
      "streaks",
      "badges",
      "items total items.id items.title items.level items.day items.times"
    ),
    Shape(
      "sober",
      "sober",
      "day status current longest savedMinor currency calories milestones milestones.days "
        + "milestones.day why"
    ),
    Shape("sober", "sober timer", "running since days hours minutes seconds"),
    Shape(
      "sober",
      "sober review",
      "id substance day pledged pledgedAt effort note triggers slipNote"
    ),
    Shape("sober", "sober causes", "substance noted causes"),
    Shape("sober", "sober craving", "substance passed latest waitMinutes why"),
    Shape("sober", "sober calendar", "days days.day days.status days.shade days.drinks"),
    Shape(
      "beebloom",
      "widget",
      "size day items more message refreshAt done total graph flame items.id items.title items.color "
        + "items.icon items.amount items.share items.streak"
    ),
    Shape("hobbyist", "widget", "graph.from graph.levels graph.total flame"),
    // No streak runs after a missed day, so that there is none to be told of.
    Shape("streaks", "widget", "graph flame.atRisk flame.freezes"),
  ]

  @Test(arguments: shapes)
  func `H-07, H-12, B-07, W-01, S-03, S-16, K-1, K-2, K-3, K-6 documents keep their shape`(
    shape: Shape
  ) throws {
    let life = try Life(shape.product, at: "2026-06-10T08:00:00Z")
    if shape.product == "sober" {
      for day in Days.ending("2026-06-10", 8) { try life.ask("sober", "mark", "--day", day) }
    } else {
      // Missed yesterday, with a freeze available.
      try life.bring([(title: "Read", days: Days.ending("2026-06-08", 31))])
    }
    let outcome = try life.person.run(shape.command + ["--json"], now: life.instant)
    let document = try outcome.document()
    for field in shape.fields {
      #expect(has(document, field.split(separator: ".").map(String.init)[...]), "\(field)")
    }
  }

  private func has(_ value: Any?, _ path: ArraySlice<String>) -> Bool {
    guard let name = path.first else { return value != nil }
    if let list = value as? [Any] {
      return !list.isEmpty && list.allSatisfy { has($0, path) }
    }
    guard let object = value as? [String: Any], let below = object[name] else { return false }
    return has(below, path.dropFirst())
  }
}
