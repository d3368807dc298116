/// How devices are linked by a code.
///
/// Source: RFC 8628.
public struct DeviceCodePolicy: Sendable {
  /// Seconds for which a code can be used.
  public var lifetime: Int64 = 600
  /// Seconds between two questions of a device.
  public var interval: Int64 = 5
  /// The number of codes that wait in all.
  public var most = 1000
  /// The number of codes that wait for one address.
  public var mostOfAddress = 5

  public init() {}
}
