import Glibc

/// Limits of a process that decodes a foreign file.
///
/// Generous for the largest real histories: a million days take a third of the memory and a few
/// seconds.
public struct DecodingLimits: Codable, Sendable {
  /// Bytes of private memory (`RLIMIT_DATA` of setrlimit(2)).
  public var memory: UInt = 512 << 20
  /// Seconds of processor time.
  public var processor: UInt = 20
  /// Seconds in total, for a file that does not arrive.
  public var time: UInt32 = 60
  /// The size of a temporary copy in bytes.
  public var file: UInt = 256 << 20

  public init() {}

  /// Limits this process for the rest of its life.
  func apply() {
    limit(RLIMIT_DATA, to: memory)
    limit(RLIMIT_CPU, to: processor)
    limit(RLIMIT_FSIZE, to: file)
    limit(RLIMIT_CORE, to: 0)
    alarm(time)
  }

  private func limit(_ resource: __rlimit_resource, to most: UInt) {
    var limit = rlimit(rlim_cur: most, rlim_max: most)
    setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }
}

/// The output of a process that decodes a foreign file.
struct StandardOutput {
  /// Writes the bytes and ends the process.
  func end(with bytes: [UInt8], status: Int32) -> Never {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { exit(2) }
      rest = rest.dropFirst(count)
    }
    exit(status)
  }
}
