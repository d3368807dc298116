import Core

/// The channels that can deliver notices at the moment, provided by the app.
public struct NoticeChannels: Sendable {
  /// The current channels, set while pages are rendered and commands run.
  @TaskLocal public static var current = NoticeChannels()

  private let desktop: @Sendable () -> Bool
  /// Whether notices are given at any time, rather than only while a program is open.
  public let isAwake: Bool
  /// The path of the page on which a person says where else notices go; nil where there is none.
  public let page: String?

  /// - Parameter reachesDesktop: Evaluated each time, since a desktop may come and go.
  public init(
    isAwake: Bool = false,
    page: String? = nil,
    reachesDesktop: @autoclosure @escaping @Sendable () -> Bool = false
  ) {
    self.isAwake = isAwake
    self.page = page
    desktop = reachesDesktop
  }

  /// Whether a desktop shows notices; if not, users are told how to enable it.
  public var reachesDesktop: Bool { desktop() }
}
