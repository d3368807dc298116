import Core
import Crypto

/// Entity tags for revalidation (RFC 9110, section 8.8.3).
///
/// Computed from the bytes themselves: many pages depend on the current minute as well as on
/// events, and a tag of what they are derived from would report an outdated timer as unchanged.
package enum EntityTag {
  package static func of(_ bytes: [UInt8]) -> String {
    "\"" + Hexadecimal.text(SHA256.hash(data: bytes)).prefix(32) + "\""
  }

  /// Whether `If-None-Match` contains the tag, by weak comparison (RFC 9110, section 13.1.2).
  package static func matches(_ header: String?, _ tag: String) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").map { String($0).trimmed }.contains { entry in
      strong(entry) == strong(tag) || entry == "*"
    }
  }

  private static func strong(_ tag: String) -> Substring {
    tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
  }
}
