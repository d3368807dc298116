import Core

/// The response to a command with a key.
package struct StoredResponse: Sendable, Equatable {
  package let status: Int
  package let body: [UInt8]

  package init(status: Int, body: [UInt8]) { (self.status, self.body) = (status, body) }
}

/// A command with a key as it is stored: nothing in it can be read without the key.
package struct SealedCommand: Sendable {
  /// Milliseconds for which a response is kept.
  ///
  /// A day longer than a submission may wait in a browser, which retries until it is answered.
  package static let kept = Claim.maxAge + 86_400_000

  /// The space that it is for; nil where there is only one.
  package let space: SpaceID?
  package let name: [UInt8]
  /// Distinguishes senders, without revealing who they are.
  package let sender: [UInt8]
  /// A hash of what was sent, since a key stands for one command.
  package let request: [UInt8]
  /// Whether another attempt changes nothing after the first, as when all that it changes is
  /// recorded in the space.
  package var isRecorded = false
}

/// A command that was sent before.
package struct KnownCommand: Sendable {
  package enum State: Sendable, Equatable {
    case completed(StoredResponse)
    case running
    /// The program that ran it has ended, so nobody knows whether it was done.
    case interrupted
  }

  package let request: [UInt8]
  package let state: State

  package init(request: [UInt8], state: State) { (self.request, self.state) = (request, state) }
}

/// Where an ``IdempotencyStore`` keeps commands and their sealed responses.
package protocol ResponseStore: Sendable {
  /// Records that a command is running, unless one of this name is known.
  ///
  /// - Parameter most: about how many commands of one sender are kept; the oldest are removed first.
  func begin(_ command: SealedCommand, keeping most: Int) async throws -> KnownCommand?

  /// Stores the response of a command that has run.
  func finish(_ command: SealedCommand, _ response: StoredResponse) async throws

  /// Forgets a command that did not run, so that it can be sent again.
  func forget(_ command: SealedCommand) async throws

  /// The response of a command that was sent before; nil if it has none yet.
  func response(to command: SealedCommand) async throws -> StoredResponse?

  /// Ends a command of which nobody knows whether it was done, so that it does not run again.
  func interrupt(_ command: SealedCommand) async
}
