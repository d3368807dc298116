import Bus
import Compression
import Core
import Engine
import Foundation
import Journals
import Locks
import LoopbackHTTP
import Presentation
import Replication

@testable import LocalApp

/// The sync of a real server, with one account whose token is any.
final class ReplicatingServer: Sendable {
  let journal = MemoryJournal()
  let space = SpaceID(rawValue: 7)
  private let replicator: ServerReplicator
  private let rules: any SyncRules
  private let server: ScriptedServer
  /// The bodies with what checks proofs of keys.
  private let verifiers = SharedLocked<[String]>([])

  init(_ product: Product, isSealed: Bool = false) throws {
    let replicator = ServerReplicator(.init(journal: journal))
    let rules: any SyncRules =
      isSealed
      ? SealedRules(limits: SpaceLimits())
      : ProductRules(
        readers: try ModuleSet(product.modules, on: Bus()).readers,
        limits: SpaceLimits()
      )
    self.replicator = replicator
    self.rules = rules
    let (space, verifiers) = (space, verifiers)
    server = try ScriptedServer { request in
      if request.line.contains("/account/key-verifier ") {
        verifiers.withLock { $0.append(String(decoding: request.body, as: UTF8.self)) }
        return "HTTP/1.1 204 No Content\r\n\r\n"
      }
      let packed = request.field("Content-Encoding") == "gzip"
      guard let body = packed ? try? Gunzip.unpack(request.body, limit: 16 << 20) : request.body
      else { return nil }
      let answered = SharedLocked<[UInt8]?>(nil)
      let done = DispatchSemaphore(value: 0)
      Task {
        let reply = try? await replicator.answer(body, in: space, rules: rules)
        answered.withLock { $0 = reply?.document }
        done.signal()
      }
      done.wait()
      return answered.withLock { $0 }.map { document(String(decoding: $0, as: UTF8.self)) }
    }
  }

  var address: String { "http://\(server.address)" }

  var givenVerifiers: [String] { verifiers.withLock { $0 } }

  /// All bytes that the server stores of facts.
  func storedText() throws -> String {
    let rows = try journal.read(space, after: 0, limit: 10_000).rows
    return rows.map { row in
      "\(row.fact.kind) " + String(decoding: row.fact.payload ?? [], as: UTF8.self)
    }.joined(separator: "\n")
  }
}
