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
  /// - Returns: the ring, and whether the server has got keys.
  func newestRing(
    _ held: KeyRing?,
    _ keys: PasswordKeys
  ) async throws -> (ring: KeyRing, isGiven: Bool) {
    let given = try KeyRing.open(try await self.keys(), wrapping: keys.wrapping)
    guard let held else { return (given, false) }
    let united = try held.united(with: given)
    var ring = given
    while united.isLater(than: ring) {
      ring = united.renumbered(ring.version + 1)
      try await replaceKeys(with: try ring.sealed(for: keys.wrapping))
    }
    return (ring, ring != given)
  }
}
