/// Carries documents of the sync to a server and brings its answers.
public protocol SyncTransport: Sendable {
  /// Sends a document and waits for the answer.
  ///
  /// - Throws: ``SyncTransportError``; any other error is taken as one that passes.
  func exchange(_ document: [UInt8]) async throws -> [UInt8]
}

/// Why a document got no answer; nothing is lost by any of these.
public enum SyncTransportError: Error, Sendable, Equatable {
  /// The person has to sign in again.
  case signedOut
  /// The document, or its answer, is too large for somebody on the way.
  case tooLarge
  /// The server asks to wait; for how many seconds, and why in its own sentences, if it says so.
  case waiting(seconds: Int?, words: String? = nil)
  /// The server stores no more of this person's facts.
  case storageFull
  /// Nobody answered; the system's or the library's words why.
  case unreachable(String)
  /// Something answered that is no server of ours, such as the page of a proxy.
  case foreign(String)
}
