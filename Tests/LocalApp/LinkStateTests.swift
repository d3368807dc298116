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
    #expect(ReportedSyncState.load(home) == ReportedSyncState())
    ReportedSyncState.change(of: home) { $0.session = "5e55" }
    let before = ReportedSyncState.change(of: home) { reported in
      defer { reported.refused = 3 }
      return reported.refused
    }
    #expect(before == 0)
    #expect(ReportedSyncState.load(home).refused == 3)
    #expect(ReportedSyncState.load(home).session == "5e55")
    try home.sync.link(.sample(account: "0b"), token: "1", keys: nil)
    #expect(ReportedSyncState.load(home) == ReportedSyncState())
  }

  @Test func `a missing key is told once, and again if another one is missing later`() throws {
    let home = temporary.home
    try home.sync.link(.sample(), token: "1", keys: nil)
    let told = ["5e55", "5e55", nil, "5e55", nil, nil, "5e55"].map { session in
      ReportedSyncState.change(of: home) { $0.note(keyless: session) }
    }
    #expect(told == [true, false, false, true, false, false, true])
  }

  @Test func `changes that tasks make at the same time are all kept`() async throws {
    let home = temporary.home
    try home.sync.link(.sample(), token: "1", keys: nil)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask { ReportedSyncState.change(of: home) { $0.refused += 1 } }
      }
    }
    #expect(ReportedSyncState.load(home).refused == 50)
  }
}
