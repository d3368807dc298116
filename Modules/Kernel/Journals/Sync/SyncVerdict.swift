import Core

/// What a server decided about a fact, once and for all copies of its space.
public enum SyncVerdict: Sendable, Hashable {
  /// The fact counts, with this clock reading in place of the one it was made with.
  ///
  /// Usually the same one; another if the device's clock was wrong.
  case taken(HybridTime)
  /// The fact does not count; the code says why.
  case refused(String)

  /// The clock reading with which the fact counts; nil if it does not.
  public var clock: HybridTime? {
    guard case .taken(let clock) = self else { return nil }
    return clock
  }

  /// Why the fact does not count; nil if it does.
  public var refusal: String? {
    guard case .refused(let code) = self else { return nil }
    return code
  }
}

extension SyncVerdict: Codable {
  private enum CodingKeys: String, CodingKey { case clock, refused }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    if let code = try members.decodeIfPresent(String.self, forKey: .refused) {
      self = .refused(code)
    } else {
      self = .taken(HybridTime(rawValue: try members.decode(UInt64.self, forKey: .clock)))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .taken(let clock): try members.encode(clock.rawValue, forKey: .clock)
    case .refused(let code): try members.encode(code, forKey: .refused)
    }
  }
}
