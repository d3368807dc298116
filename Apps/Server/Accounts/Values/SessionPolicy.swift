/// The lifetimes of sessions, in seconds.
///
/// Source: OWASP ASVS 5.0, 7.3.1 and 7.3.2.
public struct SessionPolicy: Sendable {
  /// The time after which an unused browser is signed out.
  public var browserIdle: Int64 = 14 * 86_400
  /// The time after which a browser is signed out even if it is used.
  public var browserLongest: Int64 = 90 * 86_400
  /// The time after which a device that did not sync is signed out; it keeps all its data.
  public var deviceIdle: Int64 = 180 * 86_400
  /// The maximum number of sessions of an account; the longest unused one makes room.
  public var most = 64

  public init() {}
}
