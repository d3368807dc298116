import Glibc

/// The system's random numbers, fetched in blocks.
///
/// A system call for every id would be a thirtieth of the cost of a check. A class, since a copy
/// would return the same numbers again.
public final class SystemRandom: RandomNumberGenerator {
  /// 256 bytes, the maximum of one `getentropy` call.
  private static let words = 32

  private var block: [UInt64] = []

  public init() {}

  public func next() -> UInt64 {
    if let word = block.popLast() { return word }
    block = Self.fetch()
    return block.removeLast()
  }

  private static func fetch() -> [UInt64] {
    [UInt64](unsafeUninitializedCapacity: words) { buffer, count in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      let code = getentropy(bytes.baseAddress, bytes.count)
      precondition(code == 0, "the system gives no randomness")
      count = words
    }
  }
}
