import Core
import Locks
import LoopbackHTTP
import Testing

@testable import LocalApp

/// What a daemon tells of devices that sign in to the account.
@Suite struct NewDevicesTests {
  private let folder = TemporaryHome()

  private func session(_ id: String, isNew: Bool? = nil) -> String {
    let mark = isNew.map { #","new":\#($0)"# } ?? ""
    return
      #"{"createdAt":"2026-03-10T08:30:00Z","current":false,"id":"\#(id)","name":"Phone \#(id)","#
      + #""usedAt":"2026-03-10T08:30:00Z"\#(mark)}"#
  }

  private func devices(_ server: ScriptedServer) throws -> NewDevices {
    let account = SyncAccount(
      server: "http://\(server.address)",
      serverKey: String(repeating: "ab", count: 32),
      account: "0a",
      email: "me@example.org",
      session: "5e55",
      product: "streaks",
      isSealed: true
    )
    let client = try server.client(token: "t0ken")
    return NewDevices(LinkedAccount(home: folder.home, account: account, client: client))
  }

  @Test func `a new device is told once, also after a restart, and none of an older server`()
    async throws
  {
    let known = Locked([session("a"), session("b", isNew: false)])
    let server = try ScriptedServer { _ in
      document(#"{"items":[\#(known.withLock { $0.joined(separator: ",") })]}"#)
    }
    #expect(try await devices(server).look().isEmpty)
    known.withLock { $0.append(session("c", isNew: true)) }
    #expect(try await devices(server).look().map(\.name) == ["Phone c"])
    #expect(try await devices(server).look().isEmpty)
    known.withLock { $0.append(session("d", isNew: true)) }
    #expect(try await devices(server).look().map(\.id) == ["d"])
    // Its owner knows them now, and another one signs in.
    known.withLock { $0 = [session("c", isNew: false), session("e", isNew: true)] }
    #expect(try await devices(server).look().map(\.id) == ["e"])
  }
}
