import Core
import FileSystem
import Locks
import Pages

/// The keys with which other pages show parts of the app, and the pages that may act.
public final class EmbeddingStore: Sendable {
  private static let most = 16
  private static let longestOrigin = 200

  private struct State: Codable {
    var showingKey = RandomToken.make(bytes: 16)
    var actingKey = RandomToken.make(bytes: 16)
    var origins: [String] = []
  }

  private let path: String?
  private let state: Locked<State>

  /// - Parameter path: the file that keeps them; nil for in memory.
  public init(path: String?) {
    self.path = path
    let kept = path.flatMap { PrivateFile.read($0) }.flatMap {
      try? JSON.decode(State.self, from: $0)
    }
    state = Locked(kept ?? State())
  }

  /// What the addresses for embedding contain now.
  ///
  /// - Throws: a ``DomainError`` when the keys cannot be kept: an address would not stay good.
  func current() throws -> Embedding {
    try state.withLockUnchecked { state in
      if let path, !PrivateFile.exists(path) { try EmbeddingStore.write(state, to: path) }
      return Embedding(
        showingKey: state.showingKey,
        actingKey: state.actingKey,
        origins: state.origins
      )
    }
  }

  /// What a key permits; nil for one that is not, or no longer, given away.
  func permission(of key: String) -> WebPrincipal.Embedded? {
    let state = state.withLock { $0 }
    if Secrets.areEqual(Array(key.utf8), Array(state.showingKey.utf8)) { return .showing }
    if Secrets.areEqual(Array(key.utf8), Array(state.actingKey.utf8)) { return .acting }
    return nil
  }

  /// The origins of pages that may act.
  var origins: [String] { state.withLock { $0.origins } }

  /// Replaces both keys, so that no address that was given away is good any longer.
  ///
  /// - Throws: a ``DomainError`` when they cannot be kept; the old ones stay good then.
  func renew() throws {
    try change { $0 = State(origins: $0.origins) }
  }

  /// Sets the pages that may act.
  ///
  /// - Parameter text: their origins, separated by white space or commas.
  /// - Throws: a ``DomainError`` with the code `bad-origin` for anything else.
  func allow(_ text: String) throws {
    let words = text.split { $0.isWhitespace || $0 == "," }.map { $0.lowercased() }
    for word in words where !EmbeddingStore.isOrigin(word) {
      throw DomainError(
        "bad-origin",
        "“\(word.prefix(80))” is not the beginning of an address, such as http://localhost:3000 or "
          + "https://start.example. Nothing was changed."
      )
    }
    guard words.count <= EmbeddingStore.most else {
      throw DomainError(
        "too-many-origins",
        "At most \(EmbeddingStore.most) pages may act. Nothing was changed."
      )
    }
    try change { $0.origins = words }
  }

  /// Whether a text is an origin: scheme, host and perhaps a port (RFC 6454, section 6.2).
  ///
  /// Nothing else may stand in it, since it becomes part of a header field.
  private static func isOrigin(_ text: String) -> Bool {
    text.utf8.count <= longestOrigin
      && text.wholeMatch(
        of: #/https?:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::[0-9]{1,5})?/#
      ) != nil
  }

  private func change(_ body: (inout State) -> Void) throws {
    try state.withLockUnchecked { state in
      var next = state
      body(&next)
      if let path { try EmbeddingStore.write(next, to: path) }
      state = next
    }
  }

  private static func write(_ state: State, to path: String) throws {
    try PrivateFile.write(try JSON.encode(state), to: path)
  }
}
