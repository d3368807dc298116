import Glibc

/// Buffers output and writes it at once: no half-drawn screens, one system call.
public struct Output: ~Copyable {
  /// The result of a write.
  public enum Outcome: Sendable, Equatable {
    case written
    /// The reader closed the pipe (`trellis list | head -1`), which is not an error.
    case readerGone
    /// The write failed with this `errno`.
    case failed(Int32)
  }

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  public init(_ stream: OutputStream = .standardOutput) { descriptor = stream.rawValue }

  init(descriptor: Int32) { self.descriptor = descriptor }

  public mutating func print(_ text: String) { buffer.append(contentsOf: text.utf8) }

  /// Writes the buffered output; what cannot be written is dropped.
  public mutating func flush() -> Outcome {
    let outcome = buffer.withUnsafeBytes { writeAll($0) }
    buffer.removeAll(keepingCapacity: true)
    return outcome
  }

  /// Writes the buffered output, and exits if the reader has closed the pipe.
  ///
  /// The process then exits without a message, with the status that a shell reports for a process
  /// ended by SIGPIPE.
  public mutating func flushOrExit() {
    switch flush() {
    case .written: return
    case .readerGone: exit(128 + SIGPIPE)
    case .failed: exit(EXIT_FAILURE)
    }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = write(descriptor, part.baseAddress, part.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilWritable()
      case EPIPE: return .readerGone
      case let error: return .failed(error)
      }
    }
    return .written
  }

  /// Waits for a terminal that another program set to non-blocking.
  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, -1)
  }
}
