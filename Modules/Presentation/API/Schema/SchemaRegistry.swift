import Core

/// The schemas of all types described so far, by name.
public final class SchemaRegistry {
  /// The schemas by reference name, such as `Tracking.Habit`.
  public private(set) var schemas: [String: Schema] = [:]
  private var samples: [ObjectIdentifier: Any] = [:]
  /// The types currently being described, outermost first.
  private var open: [ObjectIdentifier] = []

  public init() {}

  /// The schema of `type`.
  ///
  /// Recorded from the values that its `init(from:)` decodes, so that schema and decoder always
  /// agree.
  ///
  /// - Throws: ``SchemaError`` for a type whose decoding cannot be recorded.
  public func schema<T: Decodable>(of type: T.Type) throws -> Schema {
    if let plain = try plainSchema(type) { return plain }
    let name = SchemaRegistry.name(of: type)
    if open.contains(ObjectIdentifier(type)) { return .reference(name) }
    if schemas[name] == nil {
      let schema = try follow(type).schema
      // A type that only adds null to another one needs no name.
      if case .optional = schema { return schema }
      schemas[name] = schema
    }
    return .reference(name)
  }

  /// A made-up value of `type`.
  public func sample<T: Decodable>(of type: T.Type) throws -> T {
    if let sample = samples[ObjectIdentifier(type)] as? T { return sample }
    if let plain = try plainSample(type) as? T { return plain }
    return try follow(type).sample
  }

  /// The fields of a type that is coded as an object.
  public func fields<T: Decodable>(of type: T.Type) throws -> [Schema.Field] {
    guard case .object(let fields) = try follow(type).schema else {
      throw SchemaError("\(type) is not an object.")
    }
    return fields
  }

  /// Whether `type` is currently being described.
  func isOpen(_ type: Any.Type) -> Bool { open.contains(ObjectIdentifier(type)) }

  private func follow<T: Decodable>(_ type: T.Type) throws -> (schema: Schema, sample: T) {
    guard !open.contains(ObjectIdentifier(type)) else {
      throw SchemaError("\(type) contains itself, without a list or an optional between.")
    }
    open.append(ObjectIdentifier(type))
    defer { open.removeLast() }
    let recorder = SchemaRecorder(registry: self)
    let sample = try T(from: recorder)
    samples[ObjectIdentifier(type)] = sample
    return (recorder.schema, sample)
  }

  private func plainSchema<T: Decodable>(_ type: T.Type) throws -> Schema? {
    switch type {
    case let type as any OptionalShaped.Type: .optional(try type.schema(in: self))
    case let type as any ListShaped.Type: .list(try type.schema(in: self))
    case let type as any MapShaped.Type: try type.schema(in: self)
    case let type as any SchemaDescribing.Type: .custom(type.codedForm)
    case let type as any CaseIterable.Type: choices(type).map { .choice($0) }
    case is JSONValue.Type: .anything
    case is String.Type: .text
    case is Bool.Type: .flag
    case is Double.Type, is Float.Type: .number
    case let type as any FixedWidthInteger.Type: .integer(range(type))
    default: nil
    }
  }

  private func plainSample<T: Decodable>(_ type: T.Type) throws -> Any? {
    switch type {
    case let type as any OptionalShaped.Type: try type.sample(in: self)
    case let type as any ListShaped.Type: try type.sample(in: self)
    case let type as any MapShaped.Type: try type.sample(in: self)
    case let type as any SchemaDescribing.Type:
      try JSON.decode(T.self, from: JSON.encode(type.codedForm.example))
    case let type as any CaseIterable.Type: first(type)
    case is JSONValue.Type: JSONValue.null
    case is String.Type: "text"
    case is Bool.Type: true
    case is Double.Type: 0.5
    case is Float.Type: Float(0.5)
    case let type as any FixedWidthInteger.Type: one(type)
    default: nil
    }
  }

  /// Nil for a type whose cases are not JSON values.
  private func choices<T: CaseIterable>(_ type: T.Type) -> [JSONValue]? {
    let values = type.allCases.compactMap { ($0 as? any RawRepresentable)?.jsonValue }
    return values.count == type.allCases.count ? values : nil
  }

  private func first<T: CaseIterable>(_ type: T.Type) -> Any? {
    choices(type) == nil ? nil : type.allCases.first
  }

  private func range<T: FixedWidthInteger>(_ type: T.Type) -> ClosedRange<Int64> {
    let safe = Schema.safeIntegers
    return Int64(clamping: type.min).clamped(to: safe)...Int64(clamping: type.max).clamped(to: safe)
  }

  private func one<T: FixedWidthInteger>(_ type: T.Type) -> T { 1 }

  /// The name of references to a type: `TrackingContract.Habit` as `Tracking.Habit`.
  ///
  /// A module's presentation is built on its contract, so the two have no names in common.
  public static func name(of type: Any.Type) -> String {
    // Private types are named with an address, which differs in each build.
    let parts = String(reflecting: type).split(separator: ".").filter { !$0.hasPrefix("(unknown") }
    return parts.enumerated().map { index, part in
      let layers = index == 0 ? ["Contract", "Presentation"] : []
      let layer = layers.first { part.hasSuffix($0) && part != $0 }
      let text = part.dropLast(layer?.count ?? 0)
      return String(text.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }.joined(separator: ".")
  }
}

extension Int64 {
  fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

/// Why a type cannot be described.
public struct SchemaError: Error, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

extension RawRepresentable {
  /// The raw value, if it is a string or an integer.
  fileprivate var jsonValue: JSONValue? {
    switch rawValue {
    case let text as String: .text(text)
    case let number as Int: .integer(Int64(number))
    default: nil
    }
  }
}
