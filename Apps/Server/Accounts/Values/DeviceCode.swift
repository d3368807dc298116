import Core

/// The codes by which a device is linked.
///
/// Source: RFC 8628, section 3.2.
public struct DeviceCode: Sendable, Equatable {
  /// 256 random bits in hexadecimal, which only the device knows.
  public let deviceCode: String
  /// What a person types in where they are signed in: `WDJB-MJHT`.
  public let userCode: String
  /// Seconds.
  public let expiresIn: Int64
  /// Seconds between two questions.
  public let interval: Int64
}

/// A device that waits to be linked.
public struct DeviceRequest: Sendable, Equatable {
  public let client: SessionClient
  public let createdAt: Instant
  public let expiresAt: Instant
}

/// What a device hears that asks whether its code was approved.
public enum DeviceCodeAnswer: Sendable, Equatable {
  case pending
  case signedIn(SignedIn)
}
