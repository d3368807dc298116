import Core

/// The location of this version of the HTTP API.
public enum APIVersion {
  public static let path = "/api/v1"
}
