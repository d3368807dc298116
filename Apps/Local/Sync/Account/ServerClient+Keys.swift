import Core
import Sealing

/// Brings the keys of a sealed account together.
extension ServerClient {
  /// The server's current ring, with the keys that are here.
  ///
  /// A server that was restored from a backup lacks keys with which entries may be sealed, so it
  /// gets them (``KeyRing/united(with:)``); one version after the other, since it accepts none but
  /// the next.
  ///
  /// - Parameters:
  ///   - held: the ring of this device; nil if it has none.
  ///   - keys: what derives from the password that opens the server's ring.
  /// - Returns: what both have then, and whether the server has got keys.
  func newestRing(
    _ held: KeyRing?,
    _ keys: PasswordKeys
  ) async throws -> (found: ServerRing, isGiven: Bool) {
    var document = try await self.keys()
    let given = try KeyRing.open(document, wrapping: keys.wrapping)
    guard let held else { return (ServerRing(ring: given, document: document), false) }
    let united = try held.united(with: given)
    var ring = given
    while united.isLater(than: ring) {
      ring = united.renumbered(ring.version + 1)
      document = try ring.sealed(for: keys.wrapping)
      try await replaceKeys(with: document)
    }
    return (ServerRing(ring: ring, document: document), ring != given)
  }
}
