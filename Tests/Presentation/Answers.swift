import Core
import TestKit

/// A space that returns prepared replies and records commands.
final class Answers: StubbedSpace {
  struct Missing: Error { let name: String }

  private let replies: [String: any Sendable]

  init(_ replies: [String: any Sendable]) { self.replies = replies }

  func answers<Q: Query>(_ query: Q.Type) -> Bool { replies[Q.name] != nil }

  func reply<R: Request>(to request: R) throws -> R.Reply {
    guard let reply = replies[R.name] as? R.Reply else { throw Missing(name: R.name) }
    return reply
  }
}

/// A module that answers `requests`, for `askIfAvailable`.
enum AllModules: Module {
  struct State: ModuleState {
    static let foldVersion = 1
    init() {}
    init(from reader: inout ByteReader) throws {}
    func write(to writer: inout ByteWriter) {}
  }

  static let manifest = Manifest(
    name: "all",
    version: "1",
    summary: "",
    kernel: KernelVersion(2, 0),
    answers: Samples.answered
  )

  static func register(in host: inout some ModuleHost<State>) {}
}
