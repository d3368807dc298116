/// How long sessions last, in seconds.
///
/// Source: OWASP ASVS 5.0, 7.3.1 and 7.3.2.
public struct SessionPolicy: Sendable {
  /// After which a browser that was not used is signed out.
  public var browserIdle: Int64 = 14 * 86_400
  /// After which a browser is signed out although it is used.
  public var browserLongest: Int64 = 90 * 86_400
  /// After which a device that did not sync is signed out; it keeps all it has.
  public var deviceIdle: Int64 = 180 * 86_400
  /// The number of sessions of an account; the one unused for longest makes room.
  public var most = 64

  public init() {}
}
