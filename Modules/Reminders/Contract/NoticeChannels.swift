import Core

/// The channels that can deliver notices at the moment, provided by the app.
public struct NoticeChannels: Sendable {
  /// The current channels, set while pages are rendered and commands run.
  @TaskLocal public static var current = NoticeChannels()

  private let desktop: @Sendable () -> Bool
  /// Whether notices are given at any time, rather than only while a program is open.
  public let isAwake: Bool

  /// - Parameter reachesDesktop: Evaluated each time, since a desktop may come and go.
  public init(
    isAwake: Bool = false,
    reachesDesktop: @autoclosure @escaping @Sendable () -> Bool = false
  ) {
    self.isAwake = isAwake
    desktop = reachesDesktop
  }

  /// Whether a desktop shows notices; if not, users are told how to enable it.
  public var reachesDesktop: Bool { desktop() }
}
