import CZlib

/// Compresses whole contents as gzip (RFC 1952).
public enum Gzip {
  /// - Returns: nil if memory cannot be allocated.
  public static func compress(_ bytes: [UInt8], _ level: GzipStream.Level) -> [UInt8]? {
    guard let stream = GzipStream(level) else { return nil }
    var packed: [UInt8] = []
    bytes.withUnsafeBytes { source in
      stream.add(source, isLast: true) { room, fill in
        packed += [UInt8](unsafeUninitializedCapacity: room) { target, count in
          count = fill(UnsafeMutableRawBufferPointer(target))
        }
      }
    }
    return packed
  }
}
