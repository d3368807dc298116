import Core

/// The codes that link a device.
///
/// Source: RFC 8628, section 3.2.
public struct DeviceCode: Sendable, Equatable {
  /// 256 random bits in hexadecimal, which only the device knows.
  public let deviceCode: String
  /// The code that a person types where they are signed in: `WDJB-MJHT`.
  public let userCode: String
  /// The lifetime in seconds.
  public let expiresIn: Int64
  /// The polling interval in seconds.
  public let interval: Int64
}

/// A device that waits to be linked.
public struct DeviceRequest: Sendable, Equatable {
  public let client: SessionClient
  public let createdAt: Instant
  public let expiresAt: Instant
}

/// The answer to a device that polls for the approval of its code.
public enum DeviceCodeAnswer: Sendable, Equatable {
  case pending
  case signedIn(SignedIn)
}
