/// How devices are linked by a code.
///
/// Source: RFC 8628.
public struct DeviceCodePolicy: Sendable {
  /// Seconds for which a code can be used.
  public var lifetime: Int64 = 600
  /// The polling interval of a device in seconds.
  public var interval: Int64 = 5
  /// The maximum number of waiting codes in total.
  public var most = 1000
  /// The maximum number of waiting codes for one address.
  public var mostOfAddress = 5

  public init() {}
}
