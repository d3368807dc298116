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
    var reported = ReportedSyncState.load(home)
    let known = reported.devices ?? []
    let ids = new.map(\.id)
    guard ids != known else { return [] }
    // Before they are shown, so that none is shown again after a failure.
    reported.devices = ids
    reported.save(home)
    return new.filter { !known.contains($0.id) }
  }
}
