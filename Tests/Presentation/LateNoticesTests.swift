import Core
import RemindersContract
import Testing
import TrackingContract

@testable import RemindersPresentation

/// A module that tells what was entered for a day.
private enum Checking: Module {
  typealias State = AllModules.State

  static let manifest = Manifest(
    name: "checking",
    version: "1",
    summary: "",
    kernel: KernelVersion(2, 0),
    answers: [CheckOn.self]
  )

  static func register(in host: inout some ModuleHost<State>) {}
}

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

  @Test(arguments: [0, 1, 2])
  func `a notice about several habits stands while one of them is open`(settled: Int) async throws {
    let habits = Array(Samples.habits.prefix(2))
    let desk = Desk([
      CheckOn.name: { request, _ in
        let place = habits.firstIndex { $0.id == (request as? CheckOn)?.habit } ?? 0
        let mark: Mark = place < settled ? .skipped : .open
        return Samples.state(habits[place], Entry(mark: mark))
      }
    ])
    let notice = Notice(
      id: NoticeID(rawValue: 6),
      kind: .atRisk,
      day: Samples.today,
      subjects: habits.map { NoticeSubject(habit: $0.id, count: 7) },
      at: Samples.now
    )
    let item = InboxItem(notice: notice, titles: ["Read", "Meditate"], isRead: false)
    let context = try Samples.context(modules: [AllModules.self, Checking.self], desk)
    let standing = await LateNotices.standing([item], context)
    #expect(standing.count == (settled < 2 ? 1 : 0))
  }
}
