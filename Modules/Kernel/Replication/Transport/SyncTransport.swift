/// Carries documents of the sync to a server and returns its answers.
public protocol SyncTransport: Sendable {
  /// Sends a document and waits for the answer.
  ///
  /// - Throws: ``SyncTransportError``; any other error counts as temporary.
  func exchange(_ document: [UInt8]) async throws -> [UInt8]
}

/// Why a document got no answer; nothing is lost in any of these cases.
public enum SyncTransportError: Error, Sendable, Equatable {
  /// The person has to sign in again.
  case signedOut
  /// The document, or its answer, is too large for something between the device and the server.
  case tooLarge
  /// The server asks to wait: for how many seconds, and why in its own words, if it says so.
  case waiting(seconds: Int?, words: String? = nil)
  /// The server stores no more of this person's facts.
  case storageFull
  /// Nobody answered; with the system's or the library's reason.
  case unreachable(String)
  /// The answer does not come from a server of ours, but for example from a proxy.
  case foreign(String)
}
