extension LoopProcess {
  /// The result of a program that has ended.
  public struct Result: Sendable {
    public let exit: Exit
    /// Its standard output, if the plan says `piped`.
    public let output: [UInt8]
    /// Its standard error, if the plan says `piped`.
    public let errors: [UInt8]
  }

  /// Runs a program to its end and collects its piped output and errors.
  ///
  /// - Parameter input: what the program can read, if its input is piped.
  /// - Throws: `UVError` if it cannot be started; a program that fails is a result.
  public nonisolated static func run(
    _ plan: Plan,
    input: [UInt8] = []
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { waiter in
      LoopActor.loop.submit {
        do {
          try Run(plan).start(input) { waiter.resume(returning: $0) }
        } catch {
          waiter.resume(throwing: error)
        }
      }
    }
  }
}

/// Waits for a program: done when it and its streams have ended.
@LoopActor
private final class Run {
  private let plan: LoopProcess.Plan
  private var process: LoopProcess?
  private var exit: LoopProcess.Exit?
  private var output: [UInt8] = []
  private var errors: [UInt8] = []
  private var openStreams = 0
  private var done: (@LoopActor (LoopProcess.Result) -> Void)?

  init(_ plan: LoopProcess.Plan) { self.plan = plan }

  /// Starts the program; the reference cycle with the callbacks keeps this alive until `finish`.
  func start(
    _ input: [UInt8],
    done: @escaping @LoopActor (LoopProcess.Result) -> Void
  ) throws(UVError) {
    let process = try LoopProcess(plan) { exit in
      self.exit = exit
      self.finishIfOver()
    }
    self.process = process
    self.done = done
    do {
      try collect(process.output) { self.output += $0 }
      try collect(process.errors) { self.errors += $0 }
    } catch {
      process.close()
      throw error
    }
    feed(input)
  }

  /// Writes the input; a program that ends without reading it is not an error.
  private func feed(_ input: [UInt8]) {
    guard let pipe = process?.input else { return }
    if !input.isEmpty { try? pipe.write(input) }
    try? pipe.endWriting()
  }

  private func collect(
    _ pipe: LoopPipe?,
    _ body: @escaping @LoopActor ([UInt8]) -> Void
  ) throws(UVError) {
    guard let pipe else { return }
    openStreams += 1
    try pipe.read(body) { _ in
      self.openStreams -= 1
      self.finishIfOver()
    }
  }

  private func finishIfOver() {
    guard let exit, openStreams == 0, let done else { return }
    process?.close()
    process = nil
    self.done = nil
    done(LoopProcess.Result(exit: exit, output: output, errors: errors))
  }
}
