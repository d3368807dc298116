import Commands
import Core
import Presentation
import RemindersContract
import StreaksContract
import TrackingContract

/// The text of a notice.
enum NoticeWords {
  static func of(_ item: InboxItem, _ context: any SpaceContext) -> String {
    guard let subject = item.notice.subjects.first, let title = item.titles.first else { return "" }
    let isOne = item.titles.count == 1
    let values = [
      "title": title, "titles": joined(item.titles), "count": subject.unit.words(subject.count),
      "runs": runs(item),
    ]
    return context.say(phrase(of: item.notice.kind, isOne: isOne), values)
  }

  private static func phrase(of kind: NoticeKind, isOne: Bool) -> Phrase {
    switch kind {
    case .reminder: .noticeReminder
    case .atRisk: isOne ? .noticeAtRisk : .noticeSeveralAtRisk
    case .milestone: .noticeMilestone
    case .broken: isOne ? .noticeBroken : .noticeSeveralBroken
    case .weekly: .noticeWeekly
    }
  }

  private static func runs(_ item: InboxItem) -> String {
    joined(
      zip(item.titles, item.notice.subjects).map { title, subject in
        "\(title) (\(subject.unit.words(subject.count)))"
      }
    )
  }

  /// Returns `A`, `A and B` or `A, B and C`; only the first few of many names.
  static func joined(_ names: [String]) -> String {
    let shown = names.count > 5 ? Array(names.prefix(4)) + ["\(names.count - 4) more"] : names
    guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }
}
