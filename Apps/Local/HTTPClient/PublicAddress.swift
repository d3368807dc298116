import CCurl
import Glibc

/// The addresses that an ``HTTPClient`` may connect to.
package enum Reach: Sendable {
  /// Any address: the person who runs the program has chosen it.
  case anywhere
  /// Only public addresses, for an address that somebody else has chosen.
  ///
  /// They must not reach what is only available to this machine or its network (server-side request
  /// forgery, OWASP ASVS 5.0, 1.3.6).
  case publicInternet
}

/// Distinguishes addresses of the public internet from private ones.
///
/// Source: IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890), column "Globally
/// Reachable".
enum PublicAddress {
  private static let special4: [(prefix: UInt32, bits: Int)] = [
    (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16),
    (0xAC10_0000, 12), (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16),
    (0xC612_0000, 15), (0xC633_6400, 24), (0xCB00_7100, 24), (0xE000_0000, 4), (0xF000_0000, 4),
  ]

  /// Within 2000::/3: protocol assignments with Teredo, documentation, 6to4, documentation.
  private static let special6: [(prefix: UInt128, bits: Int)] = [
    (0x2001_0000 << 96, 23), (0x2001_0DB8 << 96, 32), (0x2002 << 112, 16), (0x3FFF << 112, 20),
  ]
  private static let unicast: (prefix: UInt128, bits: Int) = (0x2000 << 112, 3)
  /// The IPv4 addresses within IPv6: of networks without IPv4 (RFC 6052), and of IPv6 sockets.
  private static let embedding: [(prefix: UInt128, bits: Int)] = [
    (0x0064_FF9B << 96, 96), (0xFFFF << 32, 96),
  ]

  /// - Parameter address: in numeric order, so that `192.0.2.1` is 0xC0000201.
  static func contains(_ address: UInt32) -> Bool {
    !special4.contains { address >> (32 - UInt32($0.bits)) == $0.prefix >> (32 - UInt32($0.bits)) }
  }

  static func contains(_ address: UInt128) -> Bool {
    if embedding.contains(where: { isWithin(address, $0) }) {
      return contains(UInt32(truncatingIfNeeded: address))
    }
    return isWithin(address, unicast) && !special6.contains { isWithin(address, $0) }
  }

  private static func isWithin(_ address: UInt128, _ network: (prefix: UInt128, bits: Int)) -> Bool
  {
    address >> (128 - network.bits) == network.prefix >> (128 - network.bits)
  }

  /// Whether a socket address is public; false for other address families.
  ///
  /// - Parameter bytes: the bytes of a `sockaddr`.
  static func contains(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress, bytes.count >= MemoryLayout<sa_family_t>.size else {
      return false
    }
    switch Int32(start.loadUnaligned(as: sa_family_t.self)) {
    case AF_INET where bytes.count >= MemoryLayout<sockaddr_in>.size:
      let address = start.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr
      return contains(UInt32(bigEndian: address))
    case AF_INET6 where bytes.count >= MemoryLayout<sockaddr_in6>.size:
      let address = start.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      return withUnsafeBytes(of: address) {
        contains(UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)))
      }
    default: return false
    }
  }
}

/// Whether a transfer was blocked from addresses that are not public.
///
/// Used only by the thread of the transfer.
final class RefusedAddresses {
  fileprivate(set) var isEmpty = true
}

/// Called by libcurl for each connection, with the address that it has just resolved.
///
/// A name server that answers differently a second time therefore changes nothing.
func openPublicSocket(
  _ context: UnsafeMutableRawPointer?,
  _ purpose: Int32,
  _ address: UnsafeMutablePointer<curl_address>
) -> Int32 {
  let target = address.pointee
  let offset = MemoryLayout<curl_address>.offset(of: \.address) ?? MemoryLayout<curl_address>.size
  let bytes = UnsafeRawBufferPointer(
    start: UnsafeRawPointer(address) + offset,
    count: Int(target.length)
  )
  guard PublicAddress.contains(bytes) else {
    if let context {
      Unmanaged<RefusedAddresses>.fromOpaque(context).takeUnretainedValue().isEmpty = false
    }
    return -1
  }
  return socket(target.family, target.type | Int32(SOCK_CLOEXEC.rawValue), target.protocol)
}
