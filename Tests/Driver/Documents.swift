import Foundation

/// Members of a JSON document of `trellis`.
extension [String: Any] {
  public func items(_ key: String = "items") -> [[String: Any]] {
    self[key] as? [[String: Any]] ?? []
  }

  public func text(_ key: String) -> String? { self[key] as? String }

  public func texts(_ key: String) -> [String] { self[key] as? [String] ?? [] }

  public func number(_ key: String) -> Int? { self[key] as? Int }

  public func amount(_ key: String) -> Double? { self[key] as? Double }

  public func flag(_ key: String) -> Bool? { self[key] as? Bool }

  public func part(_ key: String) -> [String: Any] { self[key] as? [String: Any] ?? [:] }

  /// The first item with that title.
  public func item(_ title: String) -> [String: Any] {
    items().first { $0.text("title") == title } ?? [:]
  }
}

extension [[String: Any]] {
  /// The text of each element under a key.
  public func texts(_ key: String) -> [String] { compactMap { $0.text(key) } }

  /// The element for that day.
  public func on(_ day: String) -> [String: Any] { first { $0.text("day") == day } ?? [:] }
}
