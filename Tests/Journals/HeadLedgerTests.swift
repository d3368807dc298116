import Core
import Journals
import Testing

@testable import PostgreSQLJournal

@Suite struct HeadLedgerTests {
  @Test func `an unconfirmed head is found by whichever statement looks at its space`() {
    let spaces = (1...5).map { SpaceID(rawValue: UInt128($0)) }
    var ledger = HeadLedger()
    let heads = spaces.map { SpaceHead(space: $0, sequence: 7) }
    ledger.willCommit(heads)
    ledger.didFail(heads, isUncertain: true)
    let parts = HeadLedger.parts(of: ledger.takeDoubtful(), atMost: 2)
    #expect(parts.map(\.count) == [2, 2, 1])
    // The first statement sees the first part of the spaces, and so on; one head was not written.
    for part in parts {
      ledger.compare(heads.filter { part[$0.space] != nil && $0.space != spaces[4] }, with: part)
    }
    #expect(Set(ledger.takeUnsent().map(\.space)) == Set(spaces.prefix(4)))
    #expect(ledger.takeDoubtful().isEmpty)
  }

  @Test func `what cannot be sent does not pile up`() {
    func heads(_ spaces: Range<UInt128>) -> [SpaceHead] {
      spaces.map { SpaceHead(space: SpaceID(rawValue: $0), sequence: 1) }
    }
    var ledger = HeadLedger()
    ledger.didCommit(heads(0..<10_000))
    let unsent = ledger.takeUnsent()
    ledger.didCommit(heads(10_000..<20_000))
    ledger.putBack(unsent)
    #expect(ledger.takeUnsent().count == 10_000)
  }
}
