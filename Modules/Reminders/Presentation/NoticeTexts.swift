import Commands
import Core
import Presentation
import RemindersContract

/// Formats notices for channels with a title and a body.
public enum NoticeTexts {
  public static func of(_ item: InboxItem, _ context: any SpaceContext) -> NoticeText {
    let sentence = NoticeWords.of(item, context)
    let title = title(of: item.notice.kind).map { context.say($0) }
    let isOne = item.notice.subjects.count == 1
    let isOpen = item.notice.kind == .reminder || item.notice.kind == .atRisk
    return NoticeText(
      title: title ?? sentence,
      body: title == nil ? "" : sentence,
      done: isOne && isOpen && RemindableHabits.areTracked(context)
        ? context.say(.noticeDone) : nil,
      open: context.say(.noticeOpen)
    )
  }

  /// A reminder has no title, since one line says everything.
  private static func title(of kind: NoticeKind) -> Phrase? {
    switch kind {
    case .reminder, .pledge, .review: nil
    case .atRisk: .noticeAtRiskTitle
    case .milestone: .noticeMilestoneTitle
    case .broken: .noticeBrokenTitle
    case .weekly: .noticeWeeklyTitle
    }
  }

  /// Returns the text to show after a button's action failed.
  public static func refused(_ reason: String, _ context: any SpaceContext) -> NoticeText {
    NoticeText(
      title: context.say(.noticeRefused),
      body: reason,
      done: nil,
      open: context.say(.noticeOpen)
    )
  }
}
