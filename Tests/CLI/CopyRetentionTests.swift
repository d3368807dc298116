import Core
import Testing

@testable import LocalApp

/// Seven daily copies are kept, and four weekly ones before them.
@Suite struct CopyRetentionTests {
  private let first = Day(number: 20_000)

  @Test func `the newest seven are kept, and one of each of the four weeks before`() {
    var copies: Set<Day> = []
    var mostKept = 0
    for number in 0..<400 {
      copies.insert(first.advanced(by: number))
      copies = CopyRetention.kept(of: copies)
      mostKept = max(mostKept, copies.count)
      let last = first.advanced(by: number)
      #expect((0..<min(7, number + 1)).allSatisfy { copies.contains(last.advanced(by: -$0)) })
      let weekly = copies.sorted(by: >).dropFirst(7)
      #expect(Set(weekly.map { $0.startOfWeek(from: .monday) }).count == weekly.count)
      guard number > 60 else { continue }
      #expect(weekly.count == 4)
      // They reach four weeks back, without a gap of more than a week.
      for (newer, older) in zip(weekly, weekly.dropFirst()) {
        #expect(older.distance(to: newer) <= 7)
      }
      #expect((28...34).contains(weekly.last?.distance(to: last) ?? 0))
    }
    #expect(mostKept == 11)
  }

  @Test func `copies that a wrong clock made for days to come push none out`() {
    let ahead = Set((0..<9).map { first.advanced(by: 1000 + $0) })
    var copies = ahead
    for number in 0..<7 {
      copies.insert(first.advanced(by: number))
      copies = CopyRetention.kept(of: copies, on: first.advanced(by: number))
    }
    #expect(copies == ahead.union((0..<7).map { first.advanced(by: $0) }))
    // Once their days have come they count as any other.
    let later = CopyRetention.kept(of: copies, on: first.advanced(by: 2000))
    #expect(later == CopyRetention.kept(of: copies))
  }

  @Test func `copies are not thrown away because they are old`() {
    let seldom = Set((0..<7).map { first.advanced(by: $0 * 90) })
    #expect(CopyRetention.kept(of: seldom) == seldom)
    #expect(CopyRetention.kept(of: []) == [])
  }
}
