import Core

/// Finds devices that have signed in to the account and that the person has not been shown here.
public struct NewDevices: Sendable {
  private let home: Home
  private let client: ServerClient

  public init(_ linked: LinkedAccount) { (home, client) = (linked.home, linked.client) }

  /// Returns the new devices since the last check, each of them once, even after a restart.
  ///
  /// - Throws: the errors of ``ServerClient``.
  public func look() async throws -> [DeviceSession] {
    let new = try await client.sessions().filter { $0.isNew == true }
    // Before they are shown, so that none is shown again after a failure.
    return ReportedSyncState.change(of: home) { reported in
      let known = reported.devices ?? []
      reported.devices = new.map(\.id)
      return new.filter { !known.contains($0.id) }
    }
  }
}
