import Core
import Glibc

/// A reading of a clock that cannot be set, which counts from the start of the computer.
public struct BootTime: Sendable, Hashable {
  /// Identifies the start of the computer.
  public let boot: UInt64
  public let milliseconds: Int64

  public init(boot: UInt64, milliseconds: Int64) {
    self.boot = boot
    self.milliseconds = milliseconds
  }
}

/// A clock that cannot be set, which counts from the start of the computer.
public protocol BootClock: Sendable {
  /// The milliseconds since the start, including those in which the computer slept.
  func milliseconds() -> Int64
  /// Identifies the start of the computer; nil if the system does not tell.
  var boot: UInt64? { get }
}

extension BootClock {
  /// The time now; nil if the system does not identify its start.
  public func now() -> BootTime? {
    boot.map { BootTime(boot: $0, milliseconds: milliseconds()) }
  }
}

/// The system's clock of this kind.
///
/// Linux identifies each start by a random number; only the first 64 bits of its hash leave this
/// computer. It is read when it is first needed.
///
/// Sources: clock_gettime(2), `CLOCK_BOOTTIME`; random(4), `boot_id`.
public struct SystemBootClock: BootClock {
  private static let start = number(of: "/proc/sys/kernel/random/boot_id")

  public init() {}

  public func milliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  public var boot: UInt64? { SystemBootClock.start }

  static func number(of path: String) -> UInt64? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return Digest.of(Array("trellis boot ".utf8) + bytes.prefix(count)).firstWord
  }
}
