import Accounts
import Core
import HTTPTypes
import Hummingbird
import Locks
import NIOCore
import Testing

@testable import trellis_server

/// Requests whose bodies arrive slowly.
@Suite struct SlowBodyTests {
  @Test(arguments: [false, true])
  func `what a session still sends counts no more once it has ended`(_ ends: Bool) async throws {
    let world = try await ServerWorld.open()
    let token = try await world.signUp()
    let accounts = world.stores.accounts
    let caller = try await accounts.authenticate(token)
    let body = SlowBodyTests.body(#"{"password":"correct horse"#, #" battery"}"#) {
      try? await Task.sleep(for: .milliseconds(1100))
      guard ends else { return }
      _ = try? await accounts.endSession(caller.session.id, of: caller.account.id)
    }
    let answer = try await world.ask(
      .post,
      "/api/v1/account/data",
      arriving: body,
      token: token,
      fields: [.contentType: "application/json"]
    )
    #expect(answer.status == (ends ? 401 : 200), "\(answer.text)")
    #expect(answer.code == (ends ? "signed-out" : nil))
  }

  /// A body of two pieces; the second one is asked for when the request was let in.
  private static func body(
    _ first: String,
    _ second: String,
    _ between: @escaping @Sendable () async -> Void
  ) -> RequestBody {
    let left = SharedLocked([first, second])
    let pieces = AsyncStream<ByteBuffer>(unfolding: {
      if left.withLock({ $0.count }) == 1 { await between() }
      return left.withLock { $0.isEmpty ? nil : ByteBuffer(string: $0.removeFirst()) }
    })
    return RequestBody(asyncSequence: pieces)
  }
}
