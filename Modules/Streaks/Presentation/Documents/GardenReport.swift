import Core
import Presentation
import StreaksContract
import TrackingContract

/// The plants of a garden: each is a habit, which grows with its roots.
struct GardenReport: Sendable {
  struct Item: Sendable {
    let habit: Habit
    /// The title, with the short id if it occurs more than once.
    let title: String
    let strength: Double
    /// Whether it is done today.
    let isTended: Bool

    var stage: GrowthStage { GrowthStage(strength: strength) }
    var seed: PlantSeed { PlantSeed(habit.id.description) }

    /// The color that the person chose; nil for the default color of new habits.
    var color: RGB? {
      habit.details.color == .green ? nil : RGB(hex: habit.details.color.rgb)
    }
  }

  let items: [Item]

  static func load(_ context: any SpaceContext) async throws -> GardenReport {
    let today = context.today
    let days = try await context.ask(DaysOfHabits(from: today, to: today))
    let streaks = try await context.ask(AllStreaks()).items
    let strengths = Dictionary(streaks.map { ($0.habit, $0.strength) }) { $1 }
    let titles = DistinctTitles(days.map(\.habit))
    let items = days.map { day in
      Item(
        habit: day.habit,
        title: titles.title(day.habit.details.title, day.habit.id),
        strength: strengths[day.habit.id] ?? 0,
        isTended: day.days.first?.status == .done
      )
    }
    return GardenReport(items: items)
  }
}

/// The output of `trellis garden --json`.
struct GardenDocument: Encodable, Sendable {
  struct Item: Encodable, Sendable {
    let id: HabitID
    let title: String
    /// `daisy`, `tulip` and so on.
    let species: String
    /// `seed`, `sprout`, `leaf`, `bud`, `bloom` or `lush`.
    let stage: String
    let tended: Bool
  }

  let items: [Item]

  init(_ report: GardenReport) {
    items = report.items.map {
      Item(
        id: $0.habit.id,
        title: $0.title,
        species: "\($0.seed.species)",
        stage: "\($0.stage)",
        tended: $0.isTended
      )
    }
  }
}
