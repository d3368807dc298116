/// The notice that something else has replaced an event or a request.
///
/// The event or request goes on working as before. The catalogue, the HTTP API's description and
/// the compiler's warning name its replacement.
public struct Deprecation: Sendable, Equatable {
  /// The kernel version with which it was deprecated.
  public let since: KernelVersion
  /// What to use from then on, in one sentence.
  public let instead: String

  public init(since: KernelVersion, instead: String) {
    self.since = since
    self.instead = instead
  }
}
