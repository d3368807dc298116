import Commands
import Core
import Presentation
import RemindersContract
import StreaksContract
import TrackingContract

/// The text of a notice.
enum NoticeWords {
  static func of(_ item: InboxItem, _ context: any SpaceContext) -> String {
    guard let subject = item.notice.subjects.first, let title = item.labels.first else { return "" }
    if let words = broken(item, context) { return words }
    let isOne = item.labels.count == 1
    let values = [
      "title": title, "titles": joined(item.labels), "count": subject.unit.words(subject.count),
      "runs": runs(item),
    ]
    return context.say(phrase(of: item.notice.kind, isOne: isOne), values)
  }

  /// Returns the words on the day after a break in which a freeze could save a run; nil otherwise.
  private static func broken(_ item: InboxItem, _ context: any SpaceContext) -> String? {
    guard item.notice.kind == .broken, item.notice.day == context.today else { return nil }
    let all = Array(zip(item.labels, item.notice.subjects))
    let saved = all.filter { $0.1.canBeSaved == true }.max { $0.1.count < $1.1.count }
    guard let saved else { return nil }
    let count = saved.1.unit.words(saved.1.count)
    let offer = context.say(.noticeFreeze, ["title": saved.0, "count": count])
    let rest = all.filter { $0.1.canBeSaved != true }
    guard !rest.isEmpty else { return offer }
    let notice = item.notice
    let others = InboxItem(
      notice: Notice(
        id: notice.id,
        kind: notice.kind,
        day: notice.day,
        subjects: rest.map(\.1),
        at: notice.at
      ),
      titles: rest.map(\.0),
      isRead: item.isRead
    )
    return "\(offer) \(of(others, context))"
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
      zip(item.labels, item.notice.subjects).map { title, subject in
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
