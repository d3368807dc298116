import Core
import Testing

@testable import LocalApp

struct LinkStateTests {
  private let temporary = TemporaryHome()

  @Test func `signing in, out and in again are seen, and nothing else`() throws {
    let home = temporary.home
    let unlinked = LinkState(home)
    #expect(!unlinked.isLinked)
    try home.sync.link(.sample(), token: "1", keys: nil)
    let first = LinkState(home)
    #expect(first.isLinked)
    #expect(first != unlinked)
    temporary.write("x", to: "sync.status")
    #expect(LinkState(home) == first)
    try home.sync.save(token: "2")
    #expect(LinkState(home) != first)
    try home.sync.unlinkAccount()
    #expect(!LinkState(home).isLinked)
  }

  @Test func `what was told is remembered until another account is linked`() throws {
    let home = temporary.home
    try home.sync.link(.sample(), token: "1", keys: nil)
    var reported = ReportedSyncState.load(home)
    #expect(reported == ReportedSyncState())
    reported.refused = 3
    reported.session = "5e55"
    reported.save(home)
    #expect(ReportedSyncState.load(home) == reported)
    try home.sync.link(.sample(account: "0b"), token: "1", keys: nil)
    #expect(ReportedSyncState.load(home) == ReportedSyncState())
  }
}
