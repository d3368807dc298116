import CZlib

/// Unpacks what a client has compressed as gzip (RFC 1952).
package enum Gunzip {
  private static let piece = 64 << 10

  /// The content; nil if it is damaged, has a second member, or is longer than `limit` bytes.
  ///
  /// Memory grows with what was unpacked and never beyond the limit, so that a small body that stands
  /// for a large one costs nothing.
  package static func expand(_ bytes: [UInt8], upTo limit: Int) -> [UInt8]? {
    var stream = z_stream()
    // Adding 16 to the window size selects the gzip format (zlib.h).
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, MAX_WBITS + 16, ZLIB_VERSION, size) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var plain: [UInt8] = []
    var input = bytes
    let isWhole = input.withUnsafeMutableBufferPointer { source in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(source.count)
      while true {
        guard let status = inflate(&stream, into: &plain, upTo: limit) else { return false }
        if status == Z_STREAM_END { return stream.avail_in == 0 }
      }
    }
    return isWhole ? plain : nil
  }

  /// Unpacks one piece; nil when there is nothing more, or too much.
  private static func inflate(
    _ stream: inout z_stream,
    into plain: inout [UInt8],
    upTo limit: Int
  ) -> Int32? {
    var status = Z_DATA_ERROR
    let part = [UInt8](unsafeUninitializedCapacity: piece) { target, count in
      stream.next_out = target.baseAddress
      stream.avail_out = UInt32(piece)
      status = CZlib.inflate(&stream, Z_NO_FLUSH)
      count = piece - Int(stream.avail_out)
    }
    guard status == Z_OK || status == Z_STREAM_END, status == Z_STREAM_END || !part.isEmpty,
      plain.count + part.count <= limit
    else { return nil }
    plain += part
    return status
  }
}
