/// The isolation domain of the loop: `@LoopActor` code runs only on the loop's thread.
@globalActor
public actor LoopActor {
  public static let shared = LoopActor()

  /// The one loop of the process; its thread starts at the first use.
  public static let loop = Loop()

  private static let tasks = LoopTaskExecutor(loop)

  private init() {}

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    Self.loop.asUnownedSerialExecutor()
  }

  /// Runs `body` on the loop and awaits its result: one hop in each direction.
  public static func run<T: Sendable>(
    _ body: @LoopActor @Sendable () throws -> T
  ) async rethrows -> T {
    try await onLoop(body)
  }

  @LoopActor
  private static func onLoop<T: Sendable>(_ body: @LoopActor @Sendable () throws -> T) rethrows -> T
  {
    try body()
  }

  /// Starts a task before this returns; after each suspension it continues on the loop's thread.
  ///
  /// A task made with `Task` starts after everything that waits on the loop. That is too late for
  /// work that should happen elsewhere in the meantime, such as a write.
  public static func begin(_ body: @escaping @Sendable () async -> Void) {
    // Not isolated: the runtime would not know that this is the loop, and would append the task.
    Task.immediate(executorPreference: tasks, operation: body)
  }

  /// Traps unless the caller is on the loop's thread.
  public static func preconditionIsolated(
    _ message: @autoclosure () -> String = "",
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    guard !loop.isOnLoop else { return }
    fatalError("Not on the loop's thread. \(message())", file: file, line: line)
  }

  /// Runs `body` at once as code on the loop; traps unless the caller is on the loop's thread.
  ///
  /// For C callbacks, whose thread the compiler cannot know.
  public static func assumeIsolated<T: Sendable>(
    _ body: @LoopActor () throws -> T,
    file: StaticString = #fileID,
    line: UInt = #line
  ) rethrows -> T {
    preconditionIsolated(file: file, line: line)
    return try withoutActuallyEscaping(body) { escapable in
      // The two function types differ only in isolation, which is not part of the calling
      // convention of a synchronous function; the isolation was checked above.
      try unsafeBitCast(escapable, to: (() throws -> T).self)()
    }
  }
}
