import Core
import LocalApp
import Presentation
import StreaksContract
import Terminal

/// What friends did, in words.
enum FriendWords {
  /// `Running: 12 days`, `a habit: 12 days`.
  static func streak(_ streak: SharedStreakAnswer) -> String {
    "\(streak.title.map { "\($0)" } ?? "a habit"): \(length(streak.current, streak.unit))"
  }

  /// `12 days`, `3 weeks`; a unit from a newer server is written unchanged.
  static func length(_ count: Int, _ unit: ForeignLine) -> String {
    StreakUnit(rawValue: unit.description)?.words(count) ?? "\(count) × \(unit)"
  }

  /// The person's date at an instant in RFC 3339.
  static func day(_ instant: ForeignLine, _ calendar: LocalCalendar) -> String {
    calendar.date(of: instant.description)
  }

  /// The first digits of an id, which distinguish posts.
  static func short(_ id: ForeignLine) -> String { String(id.description.prefix(8)) }

  /// What a new friend sees at once, for whoever invites or accepts them.
  static func standing(_ shared: [SharedHabitAnswer]) -> [any View] {
    guard !shared.isEmpty else { return [] }
    let names = shared.map { $0.showsTitle ? "\($0.title) (with its name)" : "\($0.title)" }
    return [
      Paragraph(verbatim: "Your friends see the streak of \(names.listed(with: "and"))."),
      NextStep("trellis friends shared"),
    ]
  }

  static func unseen(_ count: Int) -> [any View] {
    guard count > 0 else { return [] }
    let words = count == 1 ? "One thing is new." : "\(count) things are new."
    return [Paragraph(verbatim: words), NextStep("trellis feed")]
  }

  /// The text of a notice, such as `Bob reacted to your post 1a2b3c4d: 🔥`.
  static func notice(_ notice: FriendNoticeAnswer) -> String? {
    switch notice.kind.description {
    case "friend": "\(notice.person.name) has accepted your invitation: you are friends."
    case "post": "\(notice.person.name) has shared a milestone."
    case "reaction":
      "\(notice.person.name) reacted to your post\(notice.post.map { " \(short($0))" } ?? "")"
        + (notice.emoji.map { ": \($0)" } ?? ".")
    default: nil
    }
  }

  /// A post of the feed.
  static func views(_ post: PostAnswer, _ calendar: LocalCalendar) -> [any View] {
    let who = post.own ? "You" : "\(post.author.name)"
    let what = post.title.map { "\($0): " } ?? ""
    let how = post.subject.description == "sobriety" ? "sober" : "in a row"
    var views: [any View] = [
      Paragraph(
        Text(who, .bold) + Text(" · \(what)\(length(post.level, post.unit)) \(how)", .accent)
          + Text("  \(day(post.at, calendar))  \(short(post.id))", .muted)
      )
    ]
    if let text = post.text, !text.description.isEmpty {
      views.append(Paragraph(Text("“\(text)”"), indent: 2))
    }
    let evidence = grade(post)
    if let evidence { views.append(Paragraph(Text(evidence, .muted), indent: 2)) }
    let said = reactions(post)
    if !said.isEmpty { views.append(Paragraph(Text(said), indent: 2)) }
    return views
  }

  /// How many of the days were marked later; nil if all were marked on the day itself.
  static func grade(_ post: PostAnswer) -> String? {
    guard post.addedLater > 0 else { return nil }
    let days = post.doneDays.counted("day")
    return "\(post.addedLater) of \(days) added or sent later"
  }

  private static func reactions(_ post: PostAnswer) -> String {
    if !post.reactors.isEmpty {
      return post.reactors.map { "\($0.emoji) \($0.name)" }.joined(separator: "  ")
    }
    let counts = post.reactions.map { item in
      let isOwn = post.ownReaction == item.reaction
      return "\(item.emoji) \(item.count)\(isOwn ? " (yours)" : "")"
    }
    return counts.joined(separator: "  ")
  }
}
