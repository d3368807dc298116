import Commands
import Core
import Presentation
import RemindersContract
import StreaksContract
import TrackingContract

/// The text of a notice.
enum NoticeWords {
  /// - Parameter freezes: the outcome for the runs that ended.
  static func of(
    _ item: InboxItem,
    freezes: FreezeOutcomes = FreezeOutcomes(),
    _ context: any SpaceContext
  ) -> String {
    guard let subject = item.notice.subjects.first, let title = item.labels.first else { return "" }
    if let words = broken(item, freezes, context) { return words }
    let isOne = item.labels.count == 1
    let values = [
      "title": title, "titles": joined(item.labels), "count": subject.unit.words(subject.count),
      "runs": runs(item),
    ]
    return context.say(phrase(of: item.notice, isOne: isOne), values)
  }

  /// Returns the words about runs that ended if a freeze saved one or still can; nil otherwise.
  private static func broken(
    _ item: InboxItem,
    _ freezes: FreezeOutcomes,
    _ context: any SpaceContext
  ) -> String? {
    guard item.notice.kind == .broken else { return nil }
    let all = zip(item.labels, item.notice.subjects).map { label, subject in
      let outcome = freezes.outcome(of: subject, in: item.notice, today: context.today)
      return (label: label, subject: subject, outcome: outcome)
    }
    func say(_ phrase: Phrase, _ label: String, _ subject: NoticeSubject) -> String {
      context.say(phrase, ["title": label, "count": subject.unit.words(subject.count)])
    }
    var words = all.filter { $0.outcome == .saved }.map { say(.noticeSaved, $0.label, $0.subject) }
    let savable = all.filter { $0.outcome == .savable }
    if let longest = savable.max(by: { $0.subject.count < $1.subject.count }) {
      words.append(say(.noticeFreeze, longest.label, longest.subject))
    }
    guard !words.isEmpty else { return nil }
    let rest = all.filter { $0.outcome == .ended }
    if !rest.isEmpty {
      let others = item.about(rest.map { ($0.label, $0.subject) })
      words.append(of(others, freezes: freezes, context))
    }
    return words.joined(separator: " ")
  }

  private static func phrase(of notice: Notice, isOne: Bool) -> Phrase {
    switch notice.kind {
    case .reminder: .noticeReminder
    case .atRisk: isOne ? atRisk(notice) : .noticeSeveralAtRisk
    case .milestone: .noticeMilestone
    case .broken: isOne ? .noticeBroken : .noticeSeveralBroken
    case .weekly: .noticeWeekly
    case .pledge: .noticePledge
    case .review: .noticeReview
    }
  }

  /// A week or a month may need more days than today, so the notice promises nothing for its run.
  private static func atRisk(_ notice: Notice) -> Phrase {
    switch notice.subjects.first?.unit {
    case .week, .month: .noticeAtRiskPeriod
    case .day, .occurrence, nil: .noticeAtRisk
    }
  }

  private static func runs(_ item: InboxItem) -> String {
    joined(
      zip(item.labels, item.notice.subjects).map { title, subject in
        "\(title) (\(subject.unit.words(subject.count)))"
      }
    )
  }

  /// Returns `A`, `A and B` or `A, B and C`; only the first few of many names.
  static func joined(_ names: [String]) -> String {
    let shown = names.count > 5 ? Array(names.prefix(4)) + ["\(names.count - 4) more"] : names
    return shown.listed(with: "and")
  }
}

extension InboxItem {
  /// Returns the same notice about some of its subjects only.
  fileprivate func about(_ subjects: [(label: String, subject: NoticeSubject)]) -> InboxItem {
    InboxItem(
      notice: Notice(
        id: notice.id,
        kind: notice.kind,
        day: notice.day,
        subjects: subjects.map(\.subject),
        at: notice.at
      ),
      titles: subjects.map(\.label),
      isRead: isRead
    )
  }

  /// Returns when the notice was given, or for a milestone that waited on which day it was reached.
  func time(_ context: any SpaceContext, separator: String) -> String {
    let given = context.calendar.day(at: notice.at)
    if notice.kind == .milestone, notice.day != given {
      return notice.day.relativeWords(today: context.today)
    }
    let clock = notice.at.clockTime(in: context.calendar.zone)
    return "\(given.relativeWords(today: context.today))\(separator)\(clock)"
  }
}
