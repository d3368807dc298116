import HummingbirdCore
import LeakCheck
import Logging
import NIOCore
import Testing

@testable import HTTPServing
@testable import Web

/// Connections that arrive while their socket closes.
@Suite(.serialized, .leavesNothingBehind) struct PendingConnectionTests {
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func open(_ sockets: LoopbackSockets) async throws -> [ListeningSocket] {
    // Nothing is asked on these connections.
    let http = HTTP1Channel(responder: { _, _, _ in throw CancellationError() })
    return try await SocketBinder(http: http, logger: logger).open([.loopback(sockets)])
  }

  @Test func `one that nobody serves yet is closed with its socket`() async throws {
    let sockets = try LoopbackSockets.open(port: 0)
    defer { sockets.close() }
    var listening = try await open(sockets)
    let pending = listening.map(\.pending)
    let wire = try Wire(port: sockets.port)
    while pending.allSatisfy({ $0.count == 0 }) { await Task.yield() }
    for socket in listening { try await socket.channel.executeThenClose { _ in } }
    // With the last reference to the socket, NIO drops the connections that wait.
    listening = []
    for pending in pending { pending.close() }
    #expect(await wire.ends())
  }

  @Test func `one that is accepted after its socket closed is closed, too`() async throws {
    let sockets = try LoopbackSockets.open(port: 0)
    defer { sockets.close() }
    let listening = try await open(sockets)
    for socket in listening { socket.pending.close() }
    #expect(await (try Wire(port: sockets.port)).ends())
    for socket in listening { await socket.discard() }
  }
}
