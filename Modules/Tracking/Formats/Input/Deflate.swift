import CZlib

/// Decompression and checksums for archives, from zlib (RFC 1951).
enum Deflate {
  /// The highest compression ratio of deflate, 1032 to 1 (zlib's technical notes).
  ///
  /// A file that claims a higher one is invalid.
  static let highestRatio = 1032

  /// Unpacks raw deflate data; returns nil unless it yields exactly `count` bytes.
  static func unpack(_ packed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    guard count <= packed.count * highestRatio + 64 else { return nil }
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, size) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var input = Array(packed)
    // One byte more than declared, to detect a longer stream.
    var output = [UInt8](repeating: 0, count: count + 1)
    let status = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        let status = inflate(&stream, Z_FINISH)
        stream.next_in = nil
        stream.next_out = nil
        return status
      }
    }
    guard status == Z_STREAM_END, stream.avail_out == 1 else { return nil }
    output.removeLast()
    return output
  }

  /// Returns the CRC-32 checksum that zip files use.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
  }
}
