import Core
import RemindersContract
import Testing
import TrackingContract

@testable import RemindersPresentation

@Suite struct LateNoticesTests {
  private func item(_ kind: NoticeKind, on day: Day, isRead: Bool = false) -> InboxItem {
    let notice = Notice(
      id: NoticeID(rawValue: 5),
      kind: kind,
      day: day,
      subjects: [NoticeSubject(habit: Samples.id(1), count: 7)],
      at: Samples.now
    )
    return InboxItem(notice: notice, titles: ["Read"], isRead: isRead)
  }

  @Test func `what a notice asks for is over with its day, and the rest stays news`() async throws {
    let context = try Samples.context()
    func standing(on day: Day, isRead: Bool = false) async -> [NoticeKind] {
      let items = NoticeKind.allCases.map { item($0, on: day, isRead: isRead) }
      return await LateNotices.standing(items, context).map(\.notice.kind)
    }
    #expect(await standing(on: Samples.today) == NoticeKind.allCases)
    let yesterday = Samples.today.advanced(by: -1)
    #expect(await standing(on: yesterday) == [.milestone, .broken, .weekly])
    #expect(await standing(on: Samples.today, isRead: true).isEmpty)
  }
}
