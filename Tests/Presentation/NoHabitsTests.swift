import Commands
import Core
import GamificationContract
import Pages
import Presentation
import ProfileContract
import StreaksContract
import Terminal
import Testing
import TrackingContract

@testable import GamificationPresentation
@testable import StreaksPresentation
@testable import TrackingPresentation

/// What is said where no habit is listed, and how those are listed that are.
@Suite struct NoHabitsTests {
  private var archived: Habit {
    var habit = Samples.habit(9, "Old hobby")
    habit.details.archived = true
    return habit
  }

  private let none = StreaksReport(
    items: [],
    freezes: FreezeStock(earned: 0, used: 0),
    offers: []
  )

  private let noStats = StatsReport(items: [], consistency: nil)

  private func context(_ habits: [Habit]) throws -> CommandContext {
    try Samples.context(
      modules: [AllModules.self, Habits.self],
      replies: [AllHabits.name: habits, AllStreaks.name: none]
    )
  }

  @Test func `a habit is brought back only where all are archived`() async throws {
    let one = [archived]
    #expect(try await NoHabits.archived(context(one))?.id == archived.id)
    #expect(try await NoStreaks.archived(context(one))?.id == archived.id)
    for habits in [[], [archived, Samples.habits[0]]] {
      #expect(try await NoHabits.archived(context(habits)) == nil)
      #expect(try await NoStreaks.archived(context(habits)) == nil)
    }
  }

  @Test func `list, week and streaks say that all is archived, and how to bring it back`() throws {
    let context = try context([archived])
    let week = WeekReport(days: [Samples.today], items: [])
    let empty: [[any View]] = [
      ListViews.of([], archived: archived, context),
      WeekViews.of(week, archived: archived, context),
      StreaksViews.of(none, Samples.noTwins, archived: archived, context),
    ]
    for views in empty {
      let drawn = Samples.draw(views, context)
      #expect(drawn.contains("All you had is in the archive, with its history."), "\(drawn)")
      #expect(drawn.contains("trellis edit 'Old hobby' --unarchive"), "\(drawn)")
    }
    for views in [ListViews.of([], context), WeekViews.of(week, context)] {
      let drawn = Samples.draw(views, context)
      #expect(drawn.contains("Nothing here yet."))
      #expect(drawn.contains("trellis add"))
    }
    let figures: [[any View]] = [
      StatsViews.of(noStats, Samples.noTwins, archived: archived, context),
      ScoreViews.of([], Samples.noTwins, archived: archived, context),
    ]
    for views in figures {
      #expect(Samples.draw(views, context).hasPrefix("All you had is in the archive"))
    }
    let drawn = Samples.draw(StreaksViews.of(none, Samples.noTwins, context), context)
    #expect(drawn == "No streaks yet. They begin with a first habit.\n")
  }

  @Test func `the pages of habits and streaks say that all is archived`() async throws {
    let context = PageContext(try context([archived]))
    let request = Samples.request(context, [StreaksPresentation.self], path: "/streaks")
    let page = try await StreaksPage.page.body(request).body.markup
    #expect(page.contains("All you had is in the archive"))
    #expect(page.contains("To today") && !page.contains("Begin today"))
    let all = [archived]
    let desk = Desk([
      AllHabits.name: { request, _ in
        (request as? AllHabits)?.includesArchived == true ? all : [Habit]()
      },
      DaysOfHabits.name: { _, _ in [HabitDays]() }, AllStreaks.name: { [none] _, _ in none },
      CurrentProfile.name: { _, _ in Samples.profile }, AllScores.name: { _, _ in [HabitScore]() },
    ])
    for page in [HabitsPage.page, TodayPage.page, WeekPage.page, ScoresPage.page] {
      let request = Samples.request(
        try Samples.context(modules: [AllModules.self, Habits.self], desk),
        path: page.path
      )
      let html = try await page.body(request).body.markup
      #expect(html.contains("All you had is in the archive"), "\(page.path): \(html)")
      #expect(!html.contains("Nothing here yet"))
      // What comes after an archive is no first one.
      #expect(!html.contains("Add the first one"), "\(page.path)")
    }
  }

  @Test func `a screen reader is told the colors of the list`() throws {
    let plain = try Samples.context(.screenReader)
    let drawn = Samples.draw(ListViews.of(Samples.habits, plain), plain)
    #expect(drawn.contains("Color \(Samples.habits[0].details.color)"))
    let seen = try Samples.context()
    #expect(!Samples.draw(ListViews.of(Samples.habits, seen), seen).contains("Color"))
  }

  @Test func `a vacation names all its habits, however long their titles are`() throws {
    let context = try Samples.context()
    let long = Array(repeating: "Long", count: 16).joined(separator: " ")
    let titles = [Samples.id(1): long, Samples.id(2): "Short"]
    let vacation = Vacation(
      id: Samples.id(7).entity,
      from: Samples.today,
      to: Samples.today.advanced(by: 9),
      habits: Set(titles.keys)
    )
    let drawn = Samples.draw(ListViews.of([vacation], titles: titles, context), context)
    #expect(drawn.contains("Short"), "\(drawn)")
  }

  @Test func `the list writes amounts in the person's format of numbers`() throws {
    let context = try Samples.context()
    let water = Samples.habit(1, "Drink", target: Target(amount: Amount(1_000_000), unit: "ml"))
    let drawn = Samples.draw(ListViews.of([water], context), context)
    #expect(drawn.contains("\(context.number("1000000")) ml"))
    #expect(!drawn.contains("1000000"))
  }
}

/// A module that keeps habits.
private enum Habits: Module {
  typealias State = AllModules.State

  static let manifest = Manifest(
    name: "habits",
    version: "1",
    summary: "",
    kernel: KernelVersion(2, 0),
    answers: [AllHabits.self]
  )

  static func register(in host: inout some ModuleHost<State>) {}
}
