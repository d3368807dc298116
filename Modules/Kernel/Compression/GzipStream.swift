import CZlib

/// Compresses bytes as gzip (RFC 1952), a piece at a time.
///
/// The output is deterministic: the header contains neither a time nor a name.
public final class GzipStream {
  /// How much time compressing may take.
  public enum Level: Int32, Sendable {
    /// For content that is compressed once for each request.
    case quick = 1
    /// For content that is compressed once for many requests.
    case thorough = 9
  }

  /// Zlib keeps its address, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Nil if memory cannot be allocated.
  public init?(_ level: Level) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = deflateInit2_(
      stream,
      level.rawValue,
      Z_DEFLATED,
      // Adding 16 to the window size selects the gzip format (zlib.h).
      MAX_WBITS + 16,
      8,
      Z_DEFAULT_STRATEGY,
      ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size)
    )
    guard status == Z_OK else { return nil }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Compresses the next piece.
  ///
  /// - Parameters:
  ///   - isLast: whether the content ends with it.
  ///   - write: called as often as needed with the number of bytes to make room for and a function
  ///     that fills that memory; the function returns how many bytes it has written.
  public func add(
    _ piece: UnsafeRawBufferPointer,
    isLast: Bool,
    _ write: (_ room: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int) -> Void
  ) {
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: piece.bindMemory(to: UInt8.self).baseAddress
    )
    stream.pointee.avail_in = UInt32(piece.count)
    repeat {
      let room = Int(deflateBound(stream, UInt(stream.pointee.avail_in)))
      write(room) { target in
        stream.pointee.next_out = target.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_out = UInt32(target.count)
        deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
        return target.count - Int(stream.pointee.avail_out)
      }
      // If the memory is full, there may be more output.
    } while stream.pointee.avail_out == 0
  }
}
