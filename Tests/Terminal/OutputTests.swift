import Glibc
import Locks
import Terminal
import Testing

@testable import Terminal

struct OutputTests {
  /// A pipe whose reader can be closed before anything is written.
  private func pipe() -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [0, 0]
    #expect(Glibc.pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  @Test func `what was printed arrives in one piece`() {
    let (reader, writer) = pipe()
    var output = Output(descriptor: writer)
    output.print("one ")
    output.print("two ✓\n")
    #expect(output.flush() == .written)
    close(writer)
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == "one two ✓\n")
    close(reader)
  }

  @Test func `a reader that went away is no failure`() {
    signal(SIGPIPE, SIG_IGN)
    let (reader, writer) = pipe()
    close(reader)
    var output = Output(descriptor: writer)
    output.print("nobody reads this")
    #expect(output.flush() == .readerGone)
    #expect(output.flush() == .written, "nothing is left to write")
    close(writer)
  }

  @Test func `a failure tells the system's reason`() {
    var output = Output(descriptor: -1)
    output.print("x")
    #expect(output.flush() == .failed(EBADF))
  }

  @Test func `more than a pipe holds is written in parts`() async {
    let (reader, writer) = pipe()
    // Non-blocking, so that the writer must also wait for room.
    #expect(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
    let size = 1_000_000
    // Separate threads: a blocked thread of the task pool would be unavailable to other tests and to the
    // reader.
    let (reading, writing) = (SerialThread(), SerialThread())
    async let received = reading.run {
      var total = 0
      var bytes = [UInt8](repeating: 0, count: 10_000)
      while case let count = read(reader, &bytes, bytes.count), count > 0 { total += count }
      return total
    }
    let outcome = await writing.run {
      var output = Output(descriptor: writer)
      output.print(String(repeating: "x", count: size))
      return output.flush()
    }
    #expect(outcome == .written)
    close(writer)
    #expect(await received == size)
    close(reader)
    for thread in [reading, writing] { thread.end() }
  }
}
