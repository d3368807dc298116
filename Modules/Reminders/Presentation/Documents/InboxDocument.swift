import Core
import Presentation
import RemindersContract
import TrackingContract

/// The output of `trellis inbox --json`.
struct InboxDocument: Codable, Sendable {
  struct Item: Codable, Sendable {
    let id: NoticeID
    let kind: NoticeKind
    /// The habit it is about; null for several.
    @OrNull var habit: HabitID?
    @OrNull var title: String?
    /// All habits it is about.
    let habits: [HabitID]
    let day: Day
    /// RFC 3339 with the offset of the user's time zone.
    let at: String
    let text: String
    let read: Bool
  }

  let items: [Item]
  let unread: Int

  init(
    _ report: InboxReport,
    freezes: FreezeOutcomes = FreezeOutcomes(),
    _ context: any SpaceContext
  ) {
    items = report.items.map { item in
      let isOne = item.notice.subjects.count == 1
      return Item(
        id: item.notice.id,
        kind: item.notice.kind,
        habit: isOne ? item.notice.subjects.first?.habit : nil,
        title: isOne ? item.titles.first : nil,
        habits: item.notice.subjects.map(\.habit),
        day: item.notice.day,
        at: item.notice.at.rfc3339(in: context.calendar.zone),
        text: NoticeWords.of(item, freezes: freezes, context),
        read: item.isRead
      )
    }
    unread = report.unread
  }
}
