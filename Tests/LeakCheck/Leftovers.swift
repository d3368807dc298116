import Loop

/// What a piece of work started and did not end.
///
/// Handles and tasks are its own: both inherit a task-local ``HandleLog``, where handles enter
/// themselves and which a task retains for as long as it runs; only detached tasks are not seen. So
/// tests may run side by side. Descriptors belong to the whole process (see ``Descriptors``).
public struct Leftovers: Sendable, Equatable {
  /// The kinds of its handles that are open on the loop.
  public var handles: [String] = []
  /// Whether a task of it is still running.
  public var hasTasks = false
  /// The descriptors that were not open before, with what they refer to.
  public var descriptors: [String] = []

  public init() {}

  /// Runs `body` and returns what is left of it once no more of it ends.
  ///
  /// - Parameter patience: how often to look again before what is left counts.
  public static func of(
    patience: Int = 2000,
    _ body: @concurrent @Sendable () async throws -> Void
  ) async throws -> Leftovers {
    // What the loop opens for itself when it starts is not the body's.
    await LoopActor.run {}
    let before = Descriptors.checked()
    let trace = try await trace(of: body)
    for _ in 0..<patience {
      let left = Leftovers(trace, before)
      guard left != Leftovers() else { break }
      // Handles that were released close in the loop's next turn.
      await LoopActor.run {}
      try? await Task.sleep(for: .milliseconds(2))
    }
    return Leftovers(trace, before)
  }

  private static func trace(
    of body: @concurrent @Sendable () async throws -> Void
  ) async throws -> Trace {
    let log = HandleLog()
    try await HandleLog.$current.withValue(log) { try await body() }
    return Trace(log: log)
  }

  private init(_ trace: Trace, _ before: Set<String>) {
    handles = trace.log?.open ?? []
    // An open handle retains the log too.
    hasTasks = handles.isEmpty && trace.log != nil
    descriptors = Descriptors.checked().subtracting(before).sorted()
  }

  /// What remains of a log is retained by the handles and tasks of its body.
  private struct Trace {
    weak var log: HandleLog?
  }
}
