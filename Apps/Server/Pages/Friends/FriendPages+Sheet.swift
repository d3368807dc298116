import Accounts
import Core
import Friends
import GamificationContract
import Pages
import Presentation
import SobrietyContract
import SocialContract
import StreaksContract
import TrackingContract

/// The sheet that shares a milestone: with friends, or with anybody who has an address.
extension FriendPages {
  /// A milestone that can be shared.
  private struct Choice {
    let subject: ShareSubject
    let words: String
    let day: Day
  }

  func sheet(_ request: PageRequest) async throws -> PageContent {
    let account = try await account(request.context)
    let choices = try await choices(request.context)
    let pages = try await store.publicPages(of: account.id)
    let made = pages.isEmpty ? nil : HTML.card("Your public pages", list(pages, request))
    let body: HTML
    if choices.isEmpty {
      body = HTML.empty("The first milestone is still to come.", icon: .badge) + (made ?? .empty)
    } else {
      let isNamed = try await store.person(of: account.id) != nil
      body = """
        <div class="columns">\(HTML.card("With friends", isNamed ? form(choices, request) : nameless))\
        \(HTML.card("A public page", publicForm(choices, request)))\
        \(HTML.card("A picture", picture(choices, request)))\(made)</div>
        """
    }
    return PageContent(
      title: "Share a milestone",
      body: """
        \(HTML.header("Share a milestone"))\(FriendPages.ways(FriendPages.postPath))\(body)
        """
    )
  }

  private var nameless: HTML {
    HTML.empty(
      "Friends do not know yet what to call you.",
      icon: .share,
      action: HTML.link(FriendPages.friendsPath, "Choose a name", style: "button primary")
    )
  }

  private func choice(_ choices: [Choice], _ request: PageRequest) -> HTML {
    HTML.choice(
      label: "Milestone",
      name: "milestone",
      options: choices.map { (value: "\($0.subject)", label: $0.words) },
      selected: chosen(choices, request)
    )
  }

  /// The milestone that the address names, without its unit in those of earlier versions.
  private func chosen(_ choices: [Choice], _ request: PageRequest) -> String {
    let known = choices.map { "\($0.subject)" }
    let wanted = request.query["of"] ?? ""
    return known.first { $0 == wanted } ?? known.first { $0.hasPrefix("\(wanted).") }
      ?? known.first ?? ""
  }

  private func picture(_ choices: [Choice], _ request: PageRequest) -> HTML {
    """
    <p class="muted">A file of your own, to send to anyone or to print.</p>\
    <p>\(HTML.link("/share?of=\(chosen(choices, request))", "Make a picture", style: "button"))</p>
    """
  }

  private func form(_ choices: [Choice], _ request: PageRequest) -> HTML {
    request.form(
      "friends.post",
      class: "stack",
      """
      \(choice(choices, request))\(HTML.field(
        label: "A few words",
        name: "text",
        hint: "Up to \(Post.longestText) characters, if you like.",
        attributes: [("maxlength", "\(Post.longestText)")]
      ))\(HTML.checkbox(
        label: "Name the habit",
        name: "title",
        isOn: false,
        hint: "Without it friends see how long it went, and not what it was."
      ))<p class="small muted">It is looked up in your days first, and says how many of them were added \
      later.</p><p><button class="button primary">Share with friends</button></p>
      """
    )
  }

  private func publicForm(_ choices: [Choice], _ request: PageRequest) -> HTML {
    request.form(
      "friends.publish",
      class: "stack",
      """
      \(choice(choices, request))\(HTML.field(
        label: "Your name on it",
        name: "name",
        hint: "Up to \(Person.longestName) characters, if you like. Empty, it names nobody.",
        attributes: [("maxlength", "\(Person.longestName)"), ("autocomplete", "off")]
      ))\(HTML.checkbox(
        label: "Name the habit",
        name: "title",
        isOn: false,
        hint: "Without it the page says how long it went, and not what it was."
      ))<p class="small muted">Whoever has the address sees the page, without an account. It is looked up \
      in your days first, and you can take it down at any time.</p>\
      <p><button class="button primary">Make the page</button></p>
      """
    )
  }

  /// The milestones that were reached, latest first.
  private func choices(_ context: PageContext) async throws -> [Choice] {
    var all: [Choice] = []
    for badge in try await context.askIfAvailable(AllBadges())?.items ?? [] {
      let words = "\(badge.title): \(badge.unit.words(badge.level))"
      let subject = ShareSubject.milestone(badge.habit, level: badge.level, unit: badge.unit)
      all.append(Choice(subject: subject, words: words, day: badge.day))
    }
    for substance in try await context.askIfAvailable(AllSubstances()) ?? [] {
      all.removeAll { $0.subject.habit == substance.id.habit }
      let sobriety = try await context.ask(SobrietyOf(substance: "\(substance.id)"))
      all += sobriety.milestones.map { milestone in
        Choice(
          subject: .soberMilestone(substance.id, level: milestone.days),
          words: "\(substance.habitTitle): \(StreakUnit.day.words(milestone.days))",
          day: milestone.day
        )
      }
    }
    return all.sorted { ($1.day, $0.words) < ($0.day, $1.words) }
  }

  /// Reads a choice from the forms.
  ///
  /// - Throws: a ``DomainError`` for a choice that no page offers.
  static func milestone(_ fields: FormFields) throws -> FriendDocuments.Milestone {
    let showsTitle = fields["title"] != nil
    switch ShareSubject(try fields.required("milestone")) {
    case .milestone(let habit, let level, let unit):
      return FriendDocuments.Milestone(
        habit: habit,
        level: level,
        showsTitle: showsTitle,
        unit: unit
      )
    case .soberMilestone(let substance, let level):
      return FriendDocuments.Milestone(
        level: level,
        showsTitle: showsTitle,
        substance: "\(substance)"
      )
    default:
      throw DomainError(
        "bad-field",
        "Which milestone? Nothing was shared: choose one.",
        about: "milestone"
      )
    }
  }
}

extension ShareSubject {
  /// The habit whose milestone it is; nil for any other subject.
  fileprivate var habit: HabitID? {
    guard case .milestone(let habit, _, _) = self else { return nil }
    return habit
  }
}
