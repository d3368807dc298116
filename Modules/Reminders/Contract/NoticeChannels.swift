import Core

/// Where notices can arrive at the moment, lent by the app that delivers them or knows who does.
public struct NoticeChannels: Sendable {
  /// Set while pages are drawn and commands run.
  @TaskLocal public static var current = NoticeChannels()

  private let desktop: @Sendable () -> Bool
  /// Whether something gives notices at any time, and not only while a program is open.
  public let isAwake: Bool

  /// - Parameter reachesDesktop: asked anew each time, since a desktop comes and goes.
  public init(
    isAwake: Bool = false,
    reachesDesktop: @autoclosure @escaping @Sendable () -> Bool = false
  ) {
    self.isAwake = isAwake
    desktop = reachesDesktop
  }

  /// Whether a desktop shows what it is told; people hear how to enable that where none does.
  public var reachesDesktop: Bool { desktop() }
}
