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

  public mutating func print(bytes: [UInt8]) { buffer += bytes }

  /// Writes the buffered output; what cannot be written is dropped.
  public mutating func flush() -> Outcome {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard let take = CapturedOutput.take else { return buffer.withUnsafeBytes { writeAll($0) } }
    take(buffer)
    return .written
  }

  /// Writes the buffered output, and exits if the reader has closed the pipe.
  ///
  /// The process then exits without a message, with the status that a shell reports for a process
  /// ended by SIGPIPE. Any other failure, such as a full disk, is reported before it exits.
  public mutating func flushOrExit() {
    switch flush() {
    case .written: return
    case .readerGone: exit(128 + SIGPIPE)
    case .failed(let code):
      report(code)
      exit(EXIT_FAILURE)
    }
  }

  /// Reports on standard error that output was not written, unless standard error is what failed.
  private func report(_ code: Int32) {
    guard descriptor != OutputStream.standardError.rawValue else { return }
    var report = Output(.standardError)
    let reason = String(cString: strerror(code))
    report.print(
      "What was to be shown could not be written (\(reason)). What the command did before is kept.\n"
    )
    _ = report.flush()
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

/// Lets the caller of a command capture its output, such as a test that runs many at once.
public enum CapturedOutput {
  /// Receives the bytes instead of the stream; nil to write them.
  @TaskLocal public static var take: (@Sendable ([UInt8]) -> Void)?
}
