import CUV
import Glibc

/// A child process.
///
/// Closing or releasing this only stops listening: the program runs until it ends or is killed.
@LoopActor
public final class LoopProcess {
  /// How a program ended.
  public struct Exit: Sendable, Equatable {
    /// The exit status; 0 means success.
    public let status: Int
    /// The signal that ended it, or 0.
    public let signal: Int32

    public init(status: Int, signal: Int32) {
      self.status = status
      self.signal = signal
    }

    public var isSuccess: Bool { status == 0 && signal == 0 }
  }

  /// The destination of a standard stream.
  public enum Stream: Sendable {
    /// The same as this process's own stream.
    case inherited
    /// No destination: reading ends at once, and what is written is lost.
    case discarded
    /// A `LoopPipe` of this process.
    case piped
  }

  /// The program to start and its environment.
  public struct Plan: Sendable {
    /// A path, or a name that is looked up in `PATH`.
    public var program: String
    /// The arguments without the program itself.
    public var arguments: [String]
    /// The environment; nil for this process's own.
    public var environment: [String: String]?
    /// The working directory; nil for this process's own.
    public var folder: String?
    public var input: Stream
    public var output: Stream
    public var errors: Stream
    /// Whether it leads a session and a group of its own, which can be ended together
    /// (``LoopProcess/killGroup(_:)``).
    public var leadsGroup = false

    public init(
      _ program: String,
      _ arguments: [String] = [],
      environment: [String: String]? = nil,
      folder: String? = nil,
      input: Stream = .discarded,
      output: Stream = .inherited,
      errors: Stream = .inherited
    ) {
      self.program = program
      self.arguments = arguments
      self.environment = environment
      self.folder = folder
      self.input = input
      self.output = output
      self.errors = errors
    }
  }

  private let handle: Handle<uv_process_t>
  /// The program's standard input, if the plan says `piped`.
  public let input: LoopPipe?
  /// The program's standard output, if the plan says `piped`.
  public let output: LoopPipe?
  /// The program's standard error, if the plan says `piped`.
  public let errors: LoopPipe?

  /// Starts a program.
  ///
  /// - Parameter ended: called once, when it has ended; its streams may end later.
  /// - Throws: `UVError` if there is no such program, or it may not be started.
  public init(_ plan: Plan, ended: @escaping @LoopActor (Exit) -> Void) throws(UVError) {
    let pipes = try [plan.input, plan.output, plan.errors].map { stream throws(UVError) in
      if case .piped = stream { try LoopPipe() } else { nil as LoopPipe? }
    }
    (input, output, errors) = (pipes[0], pipes[1], pipes[2])
    var code: Int32 = 0
    handle = try Handle(
      uv_process_t(),
      receiver: Callback(ended),
      "start \(plan.program)"
    ) { loop, process in
      code = spawn(plan, pipes, on: loop, as: process)
      // Even if it fails, `uv_spawn` has made the process one of the loop's handles.
      return 0
    }
    guard code < 0 else { return }
    close()
    throw UVError(code: code, operation: "start \(plan.program)")
  }

  /// The process id; nil once closed.
  public var identifier: Int32? { handle.pointer.map { uv_process_get_pid($0) } }

  /// Sends a signal, such as `SIGTERM`.
  ///
  /// - Throws: `UVError` if the program has ended.
  public func kill(_ signal: Int32) throws(UVError) {
    try handle.use("send a signal to a program") { uv_process_kill($0, signal) }
  }

  /// Sends a signal to the program and all that it has started, if it leads a group of its own.
  ///
  /// They may have ended already.
  public func killGroup(_ signal: Int32) {
    guard let identifier, identifier > 0 else { return }
    Glibc.kill(-identifier, signal)
  }

  /// Stops listening to the program and closes its streams.
  public func close() {
    handle.close()
    for pipe in [input, output, errors] { pipe?.close() }
  }
}

/// Fills in libuv's options, all of which it copies or consumes before `uv_spawn` returns.
@LoopActor
private func spawn(
  _ plan: LoopProcess.Plan,
  _ pipes: [LoopPipe?],
  on loop: UnsafeMutablePointer<uv_loop_t>,
  as process: UnsafeMutablePointer<uv_process_t>
) -> Int32 {
  let program = CStrings([plan.program])
  let arguments = CStrings([plan.program] + plan.arguments)
  let environment = plan.environment.map { CStrings($0.map { "\($0.key)=\($0.value)" }) }
  let folder = plan.folder.map { CStrings([$0]) }
  var streams = [
    container(plan.input, pipes[0], descriptor: 0, flow: UV_READABLE_PIPE),
    container(plan.output, pipes[1], descriptor: 1, flow: UV_WRITABLE_PIPE),
    container(plan.errors, pipes[2], descriptor: 2, flow: UV_WRITABLE_PIPE),
  ]
  var options = uv_process_options_t()
  options.exit_cb = programEnded
  options.file = UnsafePointer(program.list[0])
  options.args = arguments.list.baseAddress
  options.env = environment?.list.baseAddress
  options.cwd = UnsafePointer(folder?.list[0])
  options.stdio_count = Int32(streams.count)
  // `setsid` in the child.
  if plan.leadsGroup { options.flags = UV_PROCESS_DETACHED.rawValue }
  return streams.withUnsafeMutableBufferPointer { streams in
    options.stdio = streams.baseAddress
    return withExtendedLifetime((program, arguments, environment, folder)) {
      // `uv_spawn` does not change `data`; it is set when the handle is complete.
      uv_spawn(loop, process, &options)
    }
  }
}

/// A standard stream for libuv's options; `flow` is the direction as the program sees it.
@LoopActor
private func container(
  _ stream: LoopProcess.Stream,
  _ pipe: LoopPipe?,
  descriptor: Int32,
  flow: uv_stdio_flags
) -> uv_stdio_container_t {
  var container = uv_stdio_container_t()
  switch stream {
  case .inherited:
    container.flags = UV_INHERIT_FD
    container.data.fd = descriptor
  case .discarded:
    container.flags = UV_IGNORE
  case .piped:
    container.flags = uv_stdio_flags(rawValue: UV_CREATE_PIPE.rawValue | flow.rawValue)
    container.data.stream = pipe?.stream
  }
  return container
}

/// A null-terminated list of C strings.
private final class CStrings {
  let list: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

  init(_ strings: [String]) {
    list = .allocate(capacity: strings.count + 1)
    list.initialize(repeating: nil)
    for (index, string) in strings.enumerated() { list[index] = strdup(string) }
  }

  deinit {
    for string in list { free(string) }
    list.deallocate()
  }
}

private func programEnded(
  _ process: UnsafeMutablePointer<uv_process_t>?,
  _ status: Int64,
  _ signal: Int32
) {
  let exit = LoopProcess.Exit(status: Int(status), signal: signal)
  Callback<LoopProcess.Exit>.call(process?.pointee.data, exit)
}
