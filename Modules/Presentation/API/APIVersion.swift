import Core

/// Where the HTTP API of this version stands.
public enum APIVersion {
  public static let path = "/api/v1"
}
