import Glibc
import Locks

/// A program that a test runs in a process of its own.
///
/// Not Foundation's `Process`: up to Swift 6.3 its `run()` reads past the last entry of
/// `/proc/self/fd`, which crashes now and then in a process that has many files open, as one that
/// runs a thousand tests has (swiftlang/swift-corelibs-foundation#5472).
public final class ChildProcess: Sendable {
  /// What it reads.
  public enum Input: Sendable {
    case nothing
    /// At most 64 KiB, which a pipe holds until they are read.
    case text(String)
  }

  /// Where what it prints goes.
  public enum Output: Sendable {
    case inherited
    case discarded
    /// Appended to a file.
    case file(String)
    /// Read by this process; see ``ChildProcess/output`` and ``ChildProcess/errors``.
    case pipe
    /// Of errors: where the output goes.
    case output
  }

  /// A program to run.
  public struct Plan: Sendable {
    /// The path of the program.
    public var program: String
    public var arguments: [String]
    /// Its environment; that of this process if nil.
    public var environment: [String: String]?
    public var input = Input.nothing
    public var output = Output.inherited
    public var errors = Output.inherited

    public init(
      _ program: String,
      _ arguments: [String] = [],
      environment: [String: String]? = nil,
      output: Output = .inherited,
      errors: Output = .inherited
    ) {
      self.program = program
      self.arguments = arguments
      self.environment = environment
      self.output = output
      self.errors = errors
    }
  }

  /// How a process ended.
  public struct Exit: Sendable, Equatable {
    /// The status that it ended with; the number of the signal if one ended it.
    public let status: Int32
    /// Whether it ended by itself and not by a signal.
    public let isNormal: Bool

    fileprivate init(waited: Int32) {
      isNormal = waited & 0x7F == 0
      status = isNormal ? waited >> 8 & 0xFF : waited & 0x7F
    }
  }

  /// A program that could not be started, with the `errno`.
  public struct StartError: Error, CustomStringConvertible {
    public let program: String
    public let code: Int32
    public var description: String { "\(program): \(String(cString: strerror(code)))" }
  }

  public let identifier: pid_t
  /// Where this process reads what the program prints to a ``Output/pipe``; else -1.
  public let output: Int32
  /// Likewise for errors.
  public let errors: Int32
  private let exit = Locked(Exit?.none)

  /// Starts a program.
  ///
  /// It has no other open file of this process, and no signal blocked or ignored.
  ///
  /// - Throws: ``StartError``.
  public init(_ plan: Plan) throws {
    var streams = ChildStreams()
    defer { streams.close() }
    streams.setInput(plan.input)
    output = streams.setOutput(plan.output, STDOUT_FILENO)
    errors = streams.setOutput(plan.errors, STDERR_FILENO)
    var identifier = pid_t()
    let code = streams.spawn(plan, &identifier)
    guard code == 0 else {
      for descriptor in [output, errors] where descriptor >= 0 { close(descriptor) }
      throw StartError(program: plan.program, code: code)
    }
    self.identifier = identifier
  }

  deinit { for descriptor in [output, errors] where descriptor >= 0 { close(descriptor) } }

  /// Waits until it has ended.
  @discardableResult
  public func wait() -> Exit {
    while true {
      if let exit = look() { return exit }
      // Leaves its end to be collected by `look`, so that its number belongs to it until then.
      var information = siginfo_t()
      waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT)
    }
  }

  public var isRunning: Bool { look() == nil }

  /// Sends it a signal, if it has not ended.
  public func send(_ signal: Int32) {
    exit.withLock { if $0 == nil { kill(identifier, signal) } }
  }

  /// Asks it to end.
  public func terminate() { send(SIGTERM) }

  private func look() -> Exit? {
    exit.withLock { exit in
      var status: Int32 = 0
      if exit == nil, waitpid(identifier, &status, WNOHANG) == identifier {
        exit = Exit(waited: status)
      }
      return exit
    }
  }

  /// Reads what it prints to a pipe until it closes it.
  public func readOutput() -> [UInt8] { Self.readAll(output) }

  /// Likewise for errors.
  public func readErrors() -> [UInt8] { Self.readAll(errors) }

  private static func readAll(_ descriptor: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return all }
      all += piece[..<count]
    }
  }

  /// Runs a program to its end, and returns what it printed.
  ///
  /// - Throws: ``StartError``.
  public static func run(_ plan: Plan) throws -> (exit: Exit, output: String) {
    var plan = plan
    plan.output = .pipe
    let process = try ChildProcess(plan)
    let bytes = process.readOutput()
    return (process.wait(), String(decoding: bytes, as: UTF8.self))
  }
}
