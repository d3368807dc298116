/// The isolation domain of the loop: what is `@LoopActor` runs on the loop's thread and nowhere else.
@globalActor
public actor LoopActor {
  public static let shared = LoopActor()

  /// The one loop of the process; its thread starts with the first use.
  public static let loop = Loop()

  private static let tasks = LoopTasks(loop)

  private init() {}

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    Self.loop.asUnownedSerialExecutor()
  }

  /// Runs `body` on the loop and awaits its result: one hop there and one back.
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

  /// Begins a task before this returns, and goes on with it on the loop's thread after each wait.
  ///
  /// A task made with `Task` begins after all that waits on the loop. That is too late for what is to
  /// happen elsewhere while the loop works on that, such as a write.
  public static func begin(_ body: @escaping @Sendable () async -> Void) {
    // Not isolated: the runtime would not know that this is the loop, and put it at the end.
    Task.immediate(executorPreference: tasks, operation: body)
  }

  /// Traps unless the caller is on the loop.
  public static func preconditionIsolated(
    _ message: @autoclosure () -> String = "",
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    guard !loop.isOnLoop else { return }
    fatalError("Not on the loop's thread. \(message())", file: file, line: line)
  }

  /// Runs `body` at once, as code of the loop; traps unless the caller is on the loop.
  ///
  /// For callbacks from C, of which the compiler cannot know where they run.
  public static func assumeIsolated<T: Sendable>(
    _ body: @LoopActor () throws -> T,
    file: StaticString = #fileID,
    line: UInt = #line
  ) rethrows -> T {
    preconditionIsolated(file: file, line: line)
    return try withoutActuallyEscaping(body) { escapable in
      // The two function types differ in isolation alone, which has no part in the calling
      // convention of a synchronous function; that the isolation holds was checked above.
      try unsafeBitCast(escapable, to: (() throws -> T).self)()
    }
  }
}
