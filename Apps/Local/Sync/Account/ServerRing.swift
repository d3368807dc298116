import Sealing

/// An opened key ring that the server has, too.
public struct ServerRing: Sendable {
  public let ring: KeyRing
  /// The ring as the server keeps it.
  let document: KeyRingDocument
}
