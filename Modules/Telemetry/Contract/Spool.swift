import Core

/// The storage of the counts, outside the journal: only on this device and never synced.
public protocol Spool: Sendable {
  /// Returns the counts; empty if nothing was counted or the counts cannot be read.
  func counts() -> UseCounts

  /// Changes the counts while no other program does.
  func change(_ body: (inout UseCounts) -> Void) throws

  /// Deletes all counts at once.
  func drop() throws
}

/// The services that an app provides to telemetry.
///
/// It is set while commands run, in apps whose product has telemetry.
public struct TelemetryPort: Sendable {
  @TaskLocal public static var current: TelemetryPort?

  public let spool: any Spool
  /// Whether the user opted out of tracking in all programs (`DO_NOT_TRACK=1`).
  ///
  /// Source: https://consoledonottrack.com
  public let doNotTrack: Bool
  /// The version of the app.
  public let version: String
  /// Where the product's counts go; nil if they go nowhere.
  public let receiver: Receiver?

  /// Who gets the counts of a product.
  public struct Receiver: Sendable {
    /// Its address: `https://telemetry.example.org`.
    public let address: String
    /// Sends a body, and returns once it was accepted.
    public let deliver: @Sendable (_ body: [UInt8]) async throws -> Void

    public init(
      address: String,
      deliver: @escaping @Sendable (_ body: [UInt8]) async throws -> Void
    ) {
      self.address = address
      self.deliver = deliver
    }
  }

  public init(
    spool: any Spool,
    doNotTrack: Bool,
    version: String,
    receiver: Receiver? = nil
  ) {
    self.spool = spool
    self.doNotTrack = doNotTrack
    self.version = version
    self.receiver = receiver
  }

  /// Sends the counts, byte for byte as disclosed, and then deletes them.
  ///
  /// What is counted meanwhile is sent the next time; counts that cannot be sent are kept.
  ///
  /// - Parameter isOn: whether the person allows counting.
  /// - Returns: whether anything was sent.
  public func send(product: String, isOn: Bool) async throws -> Bool {
    guard let receiver, isOn, !doNotTrack else { return false }
    let counts = spool.counts()
    guard !counts.isEmpty else { return false }
    let body = try OTLPDocument(counts, product: product, version: version).body()
    try await receiver.deliver(Array(body.utf8))
    try spool.change { $0.subtract(counts) }
    return true
  }
}
