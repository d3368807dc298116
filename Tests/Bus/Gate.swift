import Glibc

/// Blocks a thread until it is opened.
final class Gate: Sendable {
  private let descriptors: (read: Int32, write: Int32)

  init() {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    descriptors = (ends[0], ends[1])
  }

  deinit {
    close(descriptors.read)
    close(descriptors.write)
  }

  func open() { _ = write(descriptors.write, "x", 1) }

  /// Returns once the gate is open.
  func wait() {
    var byte: UInt8 = 0
    _ = read(descriptors.read, &byte, 1)
  }
}
