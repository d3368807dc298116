import Core
import Pages
import Presentation
import SocialContract
import StreaksContract
import TrackingContract

/// What friends see of habits: one form, which decides about each of them.
extension FriendPages {
  /// What friends see of a habit.
  private enum Sight: String, CaseIterable {
    case none
    case streak
    case title

    init(_ shared: SharedHabit?) {
      guard let shared else {
        self = .none
        return
      }
      self = shared.showsTitle ? .title : .streak
    }

    var words: String {
      switch self {
      case .none: "Nothing"
      case .streak: "The current streak"
      case .title: "The current streak, and its name"
      }
    }

    func showsMore(than other: Sight) -> Bool {
      switch self {
      case .none: false
      case .streak: other == .none
      case .title: other != .title
      }
    }
  }

  /// What the form says about one habit.
  private struct SightChoice {
    let habit: HabitID
    let sees: Sight
    /// What the page had shown; nil in a form of earlier versions, which is about one habit.
    let was: Sight?

    /// - Throws: a ``DomainError`` for what no page offers.
    init(_ id: String, _ fields: FormFields) throws {
      guard let habit = HabitID(id),
        let sees = Sight(rawValue: try fields["sees.\(id)"] ?? fields.required("sees"))
      else {
        throw DomainError(
          "bad-field",
          "What friends see of a habit could not be read. Nothing was changed: reload the page and "
            + "try again."
        )
      }
      (self.habit, self.sees) = (habit, sees)
      was = fields["was.\(id)"].flatMap(Sight.init(rawValue:))
    }

    /// Whether it is recorded where friends see `now`.
    ///
    /// What shows them more is only if its owner chose it on this page: it may have been hidden on
    /// another device since the page was opened. What shows them less always is, since the page said
    /// so (``SetSharing``).
    func counts(_ now: Sight) -> Bool { was != sees || !sees.showsMore(than: now) }

    var command: SetSharing {
      SetSharing(
        habit: habit,
        sharing: sees == .none ? .none : .streak,
        showsTitle: sees == .title
      )
    }
  }

  func sharing(_ request: PageRequest) async throws -> HTML {
    let context = request.context
    let streaks = try await context.askIfAvailable(AllStreaks())?.items ?? []
    guard !streaks.isEmpty else {
      let archived = try await ArchivedHabits.latest(asking: context.askIfAvailable)
      let words =
        archived == nil
        ? "You have no streak yet."
        : "All your habits are in the archive, and friends see nothing of what is there."
      return HTML.card("What friends see", "<p class=\"muted\">\(words)</p>")
    }
    let shared = try await context.ask(AllShared()).items
    let titles = try await DistinctTitles(
      streaks.map { ($0.habit, $0.title) },
      asking: context.askIfAvailable
    )
    let options = Sight.allCases.map { (value: $0.rawValue, label: $0.words) }
    var fields: [(name: String, value: String)] = []
    var rows: [HTML] = []
    for streak in streaks {
      let id = "\(streak.habit)"
      let now = Sight(shared.first { $0.habit == streak.habit }).rawValue
      fields += [("habit", id), ("was.\(id)", now)]
      let title = titles.title(streak.title, streak.habit)
      rows.append(
        HTML.choice(label: title, name: "sees.\(id)", options: options, selected: now)
      )
    }
    let form = request.form(
      "friends.sharing",
      fields: fields,
      class: "stack",
      "\(rows.joined())<p><button class=\"button\">Save what friends see</button></p>"
    )
    return HTML.card("What friends see", form)
  }

  /// Carries out what the form decides, in one step.
  static func setSharing(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    _ = try fields.required("habit")
    let choices = try fields.all("habit").map { try SightChoice($0, fields) }
    let isAnyGone = try await context.run { space in
      let shared = try space.ask(AllShared()).items
      let there = Set(try space.askIfAvailable(AllStreaks())?.items.map(\.habit) ?? [])
      var isGone = false
      for choice in choices {
        guard choice.counts(Sight(shared.first { $0.habit == choice.habit })) else { continue }
        // One that is gone must not keep the others from being hidden.
        if choice.sees != .none, !there.contains(choice.habit) {
          isGone = true
        } else {
          try space.send(choice.command)
        }
      }
      return isGone
    }
    let gone = isAnyGone ? " A habit that was archived or deleted meanwhile shows nothing." : ""
    return .done("Friends see it so from now on.\(gone)")
  }
}
