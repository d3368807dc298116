import Compression
import HTTPTypes
import Hummingbird
import Locks
import NIOCore

/// Compresses a response with gzip, without blocking other tasks.
enum BodyCompression {
  /// Takes a few milliseconds to compress.
  private static let pieceSize = 256 << 10

  /// - Returns: nil if memory cannot be allocated, or the body fails.
  static func gzip(_ body: ResponseBody, _ level: GzipStream.Level) async -> ByteBuffer? {
    let collected = Collected()
    guard (try? await body.write(CollectingWriter(collected: collected))) != nil else { return nil }
    return await gzip(collected.bytes.withLock { $0 }, level)
  }

  /// Compresses `bytes`, and yields to other tasks in between.
  ///
  /// - Returns: nil if memory cannot be allocated.
  static func gzip(_ bytes: ByteBuffer, _ level: GzipStream.Level) async -> ByteBuffer? {
    guard let stream = GzipStream(level) else { return nil }
    var rest = bytes
    var packed = ByteBuffer()
    while let piece = rest.readSlice(length: min(rest.readableBytes, pieceSize)) {
      let isLast = rest.readableBytes == 0
      piece.withUnsafeReadableBytes { source in
        stream.add(source, isLast: isLast) { room, fill in
          packed.writeWithUnsafeMutableBytes(minimumWritableBytes: room) { fill($0) }
        }
      }
      if isLast { return packed }
      await Task.yield()
    }
    return nil
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
