import Core
import FileSystem
import Locks
import Pages

/// The keys with which other pages show parts of the app, and the pages that may perform actions.
public final class EmbeddingStore: Sendable {
  private static let maxOrigins = 16
  private static let longestOrigin = 200

  private struct Keys: Codable {
    var showingKey = RandomToken.make(bytes: 16)
    var actingKey = RandomToken.make(bytes: 16)
    var origins: [String] = []
  }

  private struct State {
    var keys: Keys
    /// Whether the file holds them.
    var areKept: Bool
  }

  private let path: String?
  private let state: Locked<State>

  /// - Parameter path: the file with the keys; nil for in memory.
  public init(path: String?) {
    self.path = path
    let kept = path.flatMap { WebFile.read($0) }.flatMap {
      try? JSON.decode(Keys.self, from: $0)
    }
    state = Locked(State(keys: kept ?? Keys(), areKept: kept != nil))
  }

  /// The current keys in the addresses for embedding.
  ///
  /// - Throws: a ``DomainError`` if the keys cannot be stored: an address would not stay valid.
  func current() throws -> Embedding {
    try state.withLockUnchecked { state in
      if !state.areKept { try keep(state.keys, in: &state) }
      let keys = state.keys
      return Embedding(
        showingKey: keys.showingKey,
        actingKey: keys.actingKey,
        origins: keys.origins
      )
    }
  }

  /// Returns what a key permits; nil for one that was never issued, or is no longer valid.
  func permission(of key: String) -> WebPrincipal.Embedded? {
    let keys = state.withLock { $0.keys }
    if Secrets.areEqual(Array(key.utf8), Array(keys.showingKey.utf8)) { return .showing }
    if Secrets.areEqual(Array(key.utf8), Array(keys.actingKey.utf8)) { return .acting }
    return nil
  }

  /// The origins of pages that may perform actions.
  var origins: [String] { state.withLock { $0.keys.origins } }

  /// Replaces both keys, so that all addresses that were given away become invalid.
  ///
  /// - Throws: a ``DomainError`` if they cannot be stored; the old ones stay valid then.
  func renew() throws {
    try change { $0 = Keys(origins: $0.origins) }
  }

  /// Sets the pages that may perform actions.
  ///
  /// - Parameter text: their origins, separated by white space or commas.
  /// - Throws: a ``DomainError`` with the code `bad-origin` for anything else.
  func allow(_ text: String) throws {
    let words = text.split { $0.isWhitespace || $0 == "," }.map { $0.lowercased() }
    for word in words where !EmbeddingStore.isOrigin(word) {
      throw DomainError(
        "bad-origin",
        "“\(word.prefix(80))” is not the beginning of an address, such as http://localhost:3000 or "
          + "https://start.example. Nothing was changed.",
        about: "origins"
      )
    }
    guard words.count <= EmbeddingStore.maxOrigins else {
      throw DomainError(
        "too-many-origins",
        "At most \(EmbeddingStore.maxOrigins) pages may act. Nothing was changed.",
        about: "origins"
      )
    }
    try change { $0.origins = words }
  }

  /// Whether a text is an origin: scheme, host and perhaps a port (RFC 6454, section 6.2).
  ///
  /// It must contain nothing else, since it becomes part of a header field.
  private static func isOrigin(_ text: String) -> Bool {
    text.utf8.count <= longestOrigin
      && text.wholeMatch(
        of: #/https?:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::[0-9]{1,5})?/#
      ) != nil
  }

  private func change(_ body: (inout Keys) -> Void) throws {
    try state.withLockUnchecked { state in
      var next = state.keys
      body(&next)
      try keep(next, in: &state)
    }
  }

  /// Writes the keys to the file, if there is one, before anybody learns them.
  private func keep(_ keys: Keys, in state: inout State) throws {
    if let path { try WebFile.write(try JSON.encode(keys), to: path) }
    state = State(keys: keys, areKept: true)
  }
}
