import CZlib

/// Unpacks content in gzip format (RFC 1952).
public final class Gunzip {
  /// Why content was not unpacked.
  public enum Failure: Error, Sendable, Equatable {
    /// It is not gzip, is damaged or cut off, or something follows it.
    case damaged
    /// It has more bytes than the limit; at most slightly more than the limit were unpacked.
    case tooLarge
    /// Memory cannot be allocated.
    case noMemory
  }

  private static let pieceSize = 64 << 10

  /// Zlib keeps its address, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Unpacks the whole content.
  ///
  /// - Parameter limit: the greatest number of bytes that the unpacked content may have.
  public static func unpack(_ packed: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    guard let gunzip = Gunzip() else { throw .noMemory }
    return try packed.withUnsafeBytes { gunzip.unpack($0, limit) }.get()
  }

  private init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    // Adding 16 to the window size selects the gzip format (zlib.h).
    guard inflateInit2_(stream, MAX_WBITS + 16, ZLIB_VERSION, size) == Z_OK else { return nil }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  private func unpack(_ packed: UnsafeRawBufferPointer, _ limit: Int) -> Result<[UInt8], Failure> {
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: packed.bindMemory(to: UInt8.self).baseAddress
    )
    stream.pointee.avail_in = UInt32(packed.count)
    var bytes: [UInt8] = []
    while true {
      let (status, piece) = next()
      guard bytes.count + piece.count <= limit else { return .failure(.tooLarge) }
      bytes += piece
      switch status {
      case Z_STREAM_END where stream.pointee.avail_in == 0: return .success(bytes)
      // All of the input was read, and more is needed.
      case Z_OK where piece.isEmpty && stream.pointee.avail_in == 0: return .failure(.damaged)
      case Z_OK: continue
      case Z_MEM_ERROR: return .failure(.noMemory)
      default: return .failure(.damaged)
      }
    }
  }

  private func next() -> (status: Int32, piece: [UInt8]) {
    var status = Z_OK
    let piece = [UInt8](unsafeUninitializedCapacity: Gunzip.pieceSize) { target, count in
      stream.pointee.next_out = target.baseAddress
      stream.pointee.avail_out = UInt32(target.count)
      status = inflate(stream, Z_NO_FLUSH)
      count = target.count - Int(stream.pointee.avail_out)
    }
    return (status, piece)
  }
}
