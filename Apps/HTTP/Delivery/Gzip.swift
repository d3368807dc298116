import CZlib
import HTTPTypes
import Hummingbird
import Locks
import NIOCore

/// Compresses bytes as gzip (RFC 1952).
///
/// The output is deterministic: the header contains neither a time nor a name.
final class Gzip {
  /// The compression level.
  enum Level: Int32 {
    /// For content that is compressed for each request.
    case quick = 1
    /// For content that is compressed once.
    case thorough = 9
  }

  /// Zlib keeps its address, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Nil if memory cannot be allocated.
  private init?(_ level: Level) {
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

  /// - Returns: nil if memory cannot be allocated, or the body fails.
  static func compress(_ body: ResponseBody, _ level: Level) async -> ByteBuffer? {
    let collected = Collected()
    guard (try? await body.write(CollectingWriter(collected: collected))) != nil else { return nil }
    return await compress(collected.bytes.withLock { $0 }, level)
  }

  /// Compresses `bytes`, and yields to other tasks in between.
  ///
  /// - Returns: nil if memory cannot be allocated.
  static func compress(_ bytes: ByteBuffer, _ level: Level) async -> ByteBuffer? {
    guard let gzip = Gzip(level) else { return nil }
    var rest = bytes
    var packed = ByteBuffer()
    while let piece = rest.readSlice(length: min(rest.readableBytes, pieceSize)) {
      let isLast = rest.readableBytes == 0
      gzip.add(piece, isLast: isLast, to: &packed)
      if isLast { return packed }
      await Task.yield()
    }
    return nil
  }

  /// Takes a few milliseconds to compress.
  private static let pieceSize = 256 << 10

  private func add(_ piece: ByteBuffer, isLast: Bool, to packed: inout ByteBuffer) {
    piece.withUnsafeReadableBytes { source in
      stream.pointee.next_in = UnsafeMutablePointer(
        mutating: source.bindMemory(to: UInt8.self).baseAddress
      )
      stream.pointee.avail_in = UInt32(source.count)
      repeat {
        let room = Int(deflateBound(stream, UInt(stream.pointee.avail_in)))
        packed.writeWithUnsafeMutableBytes(minimumWritableBytes: room) { target in
          stream.pointee.next_out = target.bindMemory(to: UInt8.self).baseAddress
          stream.pointee.avail_out = UInt32(target.count)
          deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
          return target.count - Int(stream.pointee.avail_out)
        }
        // If the buffer is full, there may be more output.
      } while stream.pointee.avail_out == 0
    }
  }
}

private final class Collected: Sendable {
  let bytes = Locked(ByteBuffer())
}

/// Collects the bytes of a body; the single buffer of most bodies is not copied.
private struct CollectingWriter: ResponseBodyWriter {
  let collected: Collected

  mutating func write(_ buffer: ByteBuffer) async throws {
    collected.bytes.withLock { bytes in
      if bytes.readableBytes == 0 { bytes = buffer } else { bytes.writeImmutableBuffer(buffer) }
    }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
