import Core
import Journals

/// Why a round did not end as it should.
///
/// Nothing is lost by it, and waiting facts are sent later.
public struct SyncTrouble: Sendable, Codable, Equatable {
  public enum Kind: String, Sendable, Codable {
    /// The person has to sign in again.
    case signedOut = "signed-out"
    /// The key of sealed facts is not on this device.
    case keyNeeded = "key-needed"
    /// The server stores no more of this person's facts.
    case storageFull = "storage-full"
    /// A single fact is too large for something between the device and the server.
    case tooLarge = "too-large"
    /// The server asks to wait.
    case waiting
    case unreachable
    /// The answer does not come from a server of ours.
    case foreign
    /// The journal of this device cannot be read or written.
    case journal
    /// What the server shows is not signed with its key, or is not what it signed before.
    case receiptMismatch = "two-stories"
    /// Anything else.
    case other
  }

  public let kind: Kind
  /// What happened and what to do, in plain words and whole sentences.
  public let message: String

  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

extension SyncTrouble {
  /// Whether only the person can end it.
  var needsPerson: Bool { kind == .signedOut || kind == .keyNeeded }

  /// The trouble that an error stands for.
  init(_ error: any Error) {
    switch error {
    case let error as SyncTrouble: self = error
    case let error as SyncTransportError: self.init(transport: error)
    case is FactKeyNeeded:
      self.init(
        .keyNeeded,
        "The key of your encrypted entries is not on this device. Nothing was sent or stored: enter your "
          + "password or your recovery phrase again."
      )
    case let error as JournalError: self.init(.journal, error.message)
    case let error as DomainError: self.init(.other, error.message)
    case let error as ForeignAnswer:
      self.init(transport: .foreign(error.detail))
    default:
      self.init(
        .other,
        "Something unexpected happened while your entries were synchronized (\(error)). Nothing is lost, "
          + "and it is tried again."
      )
    }
  }

  private init(transport error: SyncTransportError) {
    switch error {
    case .signedOut:
      self.init(
        .signedOut,
        "This device is signed out. Nothing is lost, and what you do here waits: sign in again."
      )
    case .tooLarge:
      self.init(
        .tooLarge,
        "An entry is too large for the way to the server. Nothing is lost, and it is tried again: a proxy "
          + "or the server may allow more."
      )
    case .waiting(let seconds, let words):
      let pause = seconds.map { " for \($0) s" } ?? ""
      self.init(
        .waiting,
        words ?? "The server asks to wait\(pause). Nothing is lost; it is tried again then."
      )
    case .storageFull:
      self.init(
        .storageFull,
        "The server has no more room for you. Nothing is lost, and what you do here waits: ask whoever "
          + "runs the server for more room."
      )
    case .unreachable(let reason):
      self.init(
        .unreachable,
        "The server cannot be reached (\(reason)). Nothing is lost, and it is tried again."
      )
    case .foreign(let reason):
      self.init(
        .foreign,
        "What answers is not the server (\(reason)). Nothing is lost, and it is tried again: a proxy or "
          + "the sign-in page of a network may be in the way."
      )
    }
  }
}

/// An answer that is not a document of the protocol.
struct ForeignAnswer: Error {
  let detail: String
}
