import Glibc

/// Collects what is printed and writes it at once: no half-drawn screens, one system call.
public struct Output: ~Copyable {
  /// How a write ended.
  public enum Outcome: Sendable, Equatable {
    case written
    /// The reader went away (`trellis list | head -1`), which is no one's fault.
    case readerGone
    /// The system's error number.
    case failed(Int32)
  }

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  public init(_ stream: OutputStream = .standardOutput) { descriptor = stream.rawValue }

  init(descriptor: Int32) { self.descriptor = descriptor }

  public mutating func print(_ text: String) { buffer.append(contentsOf: text.utf8) }

  /// Writes all that was collected; what could not be written is dropped.
  public mutating func flush() -> Outcome {
    let outcome = buffer.withUnsafeBytes { writeAll($0) }
    buffer.removeAll(keepingCapacity: true)
    return outcome
  }

  /// Writes all that was collected, and ends the process where nobody reads on: without a word,
  /// with the status a shell gives to a process that SIGPIPE ended.
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

  /// A terminal that another program set to non-blocking.
  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, -1)
  }
}
