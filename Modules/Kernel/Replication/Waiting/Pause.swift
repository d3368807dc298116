/// How a driver lets time pass.
public protocol Pause: Sendable {
  /// Waits this many milliseconds, or less if the task is cancelled.
  func sleep(milliseconds: Int64) async
}

/// Lets real time pass.
public struct RealPause: Pause {
  public init() {}

  public func sleep(milliseconds: Int64) async {
    try? await Task.sleep(for: .milliseconds(milliseconds))
  }
}
