import Core
import GamificationContract
import Pages
import Presentation
import SobrietyContract
import SocialContract
import SocialDrawing
import StreaksContract
import TrackingContract

/// The subject and appearance of a picture, as encoded in a URL.
struct ShareOptions: Sendable, Equatable {
  var subject: ShareSubject?
  var isDark = false
  var showsTitle = false
  /// The number of weeks; nil for the default.
  var weeks: Int?
  var scale = 2

  init(_ query: [String: String]) {
    subject = query["of"].flatMap { ShareSubject($0) }
    isDark = query["look"] == "dark"
    showsTitle = query["title"] == "on"
    weeks = query["weeks"].flatMap { Int($0) }
      .flatMap { (1...ComposeShareCard.mostWeeks).contains($0) ? $0 : nil }
    scale = query["scale"] == "1" ? 1 : 2
  }

  /// - Parameter first: The subject if none was chosen.
  func card(or first: ShareSubject) -> ComposeShareCard {
    (subject ?? first).card(weeks: weeks, showsTitle: showsTitle)
  }

  /// Returns the URL of the picture, to view or to save.
  func href(_ format: PictureFormat, scale: Int = 2, isSaved: Bool, _ first: ShareSubject) -> String
  {
    var parts = ["of=\((subject ?? first).description)"]
    if isDark { parts.append("look=dark") }
    if showsTitle { parts.append("title=on") }
    if let weeks { parts.append("weeks=\(weeks)") }
    if scale == 1 { parts.append("scale=1") }
    if isSaved { parts.append("save=on") }
    return "/share/card.\(format.rawValue)?" + parts.joined(separator: "&")
  }
}

extension ShareSubject {
  var isCalendar: Bool {
    switch self {
    case .everything, .habit, .sobriety: true
    case .milestone, .soberMilestone: false
    }
  }

  func card(weeks: Int?, showsTitle: Bool) -> ComposeShareCard {
    let weeks = isCalendar ? weeks : nil
    return switch self {
    case .everything:
      ComposeShareCard(kind: .contributions, weeks: weeks, showsTitle: showsTitle)
    case .habit(let habit):
      ComposeShareCard(kind: .contributions, habit: habit, weeks: weeks, showsTitle: showsTitle)
    case .sobriety(let substance):
      ComposeShareCard(
        kind: .sobriety,
        substance: substance.description,
        weeks: weeks,
        showsTitle: showsTitle
      )
    case .milestone(let habit, let level, let unit):
      ComposeShareCard(
        kind: .milestone,
        habit: habit,
        level: level,
        unit: unit,
        showsTitle: showsTitle
      )
    case .soberMilestone(let substance, let level):
      ComposeShareCard(
        kind: .milestone,
        substance: substance.description,
        level: level,
        showsTitle: showsTitle
      )
    }
  }
}

extension ShareSubject {
  /// Returns everything that can be shared, with labels for its owner; the first is the default.
  static func all(_ context: PageContext) async throws -> [(subject: ShareSubject, words: String)] {
    try await sober(context) + habits(context) + milestones(context)
  }

  private static func sober(
    _ context: PageContext
  ) async throws -> [(subject: ShareSubject, words: String)] {
    var all: [(subject: ShareSubject, words: String)] = []
    let badges = try await context.askIfAvailable(AllBadges())?.items ?? []
    for substance in try await context.askIfAvailable(AllSubstances()) ?? [] {
      let title = ["title": substance.habitTitle]
      all.append((.sobriety(substance.id), context.say(.shareCalendarOf, title)))
      let id = substance.id.description
      let sobriety = try await context.askIfAvailable(SobrietyOf(substance: id))
      // A badge of an earlier run remains earned.
      let earned = badges.filter { $0.habit == substance.id.habit }.map(\.level)
      let levels = Set((sobriety?.milestones ?? []).map(\.days)).union(earned)
      for days in levels.sorted(by: >) {
        let length = days.counted("day")
        let words = context.say(.shareMilestoneOf, title.merging(["length": length]) { $1 })
        all.append((.soberMilestone(substance.id, level: days), words))
      }
    }
    return all
  }

  private static func habits(
    _ context: PageContext
  ) async throws -> [(subject: ShareSubject, words: String)] {
    let habits = try await context.askIfAvailable(AllHabits()) ?? []
    guard !habits.isEmpty else { return [] }
    let titles = DistinctTitles(habits)
    return [(.everything, context.say(.shareEverything))]
      + habits.map { habit in
        let title = titles.title(habit.details.title, habit.id)
        return (.habit(habit.id), context.say(.shareCalendarOf, ["title": title]))
      }
  }

  /// Returns the milestones of habits; those of sober days are listed with their calendar.
  private static func milestones(
    _ context: PageContext
  ) async throws -> [(subject: ShareSubject, words: String)] {
    let sober = Set(try await context.askIfAvailable(AllSubstances())?.map(\.id.habit) ?? [])
    let all = try await context.askIfAvailable(AllBadges())?.items ?? []
    let badges = all.filter { !sober.contains($0.habit) }
    let titles = try await DistinctTitles(
      badges.map { ($0.habit, $0.title) },
      asking: context.askIfAvailable
    )
    return badges.map { badge in
      let words = context.say(
        .shareMilestoneOf,
        ["title": titles.title(badge.title, badge.habit), "length": badge.unit.words(badge.level)]
      )
      return (.milestone(badge.habit, level: badge.level, unit: badge.unit), words)
    }
  }
}
