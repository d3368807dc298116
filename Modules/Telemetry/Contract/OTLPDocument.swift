import Core

/// The counts as the body of an OTLP/HTTP request to `/v1/metrics`, in JSON encoding.
///
/// Each week is one data point of a monotonic sum with delta temporality. 64-bit integers are
/// encoded as strings, as the JSON mapping of protocol buffers requires.
///
/// Source: OpenTelemetry Protocol Specification 1.9, "OTLP/HTTP", "JSON Protobuf Encoding", and
/// `opentelemetry/proto/metrics/v1/metrics.proto`.
public struct OTLPDocument: Encodable, Sendable {
  let resourceMetrics: [ResourceMetrics]

  /// - Parameters:
  ///   - product: The product's name, from a small fixed set.
  ///   - version: The version of the app.
  public init(_ counts: UseCounts, product: String, version: String) {
    guard !counts.isEmpty else {
      resourceMetrics = []
      return
    }
    let points = counts.weeks.sorted { $0.key < $1.key }.flatMap { week, uses in
      uses.sorted { $0.key < $1.key }.compactMap { DataPoint(week: week, feature: $0, uses: $1) }
    }
    let attributes = [
      Attribute("service.name", "trellis"), Attribute("service.version", version),
      Attribute("trellis.product", product),
    ]
    let scope = ScopeMetrics(scope: Scope(name: "trellis.telemetry"), metrics: [Metric(points)])
    resourceMetrics = [
      ResourceMetrics(resource: Resource(attributes: attributes), scopeMetrics: [scope])
    ]
  }

  /// Returns the exact bytes that would be sent.
  public func body() throws -> String { try JSON.pretty(self) + "\n" }

  struct ResourceMetrics: Encodable, Sendable {
    let resource: Resource
    let scopeMetrics: [ScopeMetrics]
  }

  struct Resource: Encodable, Sendable { let attributes: [Attribute] }

  struct ScopeMetrics: Encodable, Sendable {
    let scope: Scope
    let metrics: [Metric]
  }

  struct Scope: Encodable, Sendable { let name: String }

  struct Metric: Encodable, Sendable {
    let name = "trellis.feature.uses"
    let description = "How often a feature was used in a week."
    let unit = "{use}"
    let sum: Sum

    init(_ points: [DataPoint]) { sum = Sum(dataPoints: points) }

    private enum CodingKeys: String, CodingKey { case name, description, unit, sum }
  }

  struct Sum: Encodable, Sendable {
    let dataPoints: [DataPoint]
    /// AGGREGATION_TEMPORALITY_DELTA.
    let aggregationTemporality = 1
    let isMonotonic = true

    private enum CodingKeys: String, CodingKey {
      case dataPoints, aggregationTemporality, isMonotonic
    }
  }

  struct DataPoint: Encodable, Sendable {
    let attributes: [Attribute]
    let startTimeUnixNano: String
    /// The end of the week; the time at which the document is created is not revealed.
    let timeUnixNano: String
    let asInt: String

    /// Creates a data point; nil if `week` is not a valid day.
    init?(week: String, feature: String, uses: Int) {
      guard let monday = Day(week) else { return nil }
      attributes = [Attribute("feature", feature)]
      startTimeUnixNano = DataPoint.nanoseconds(monday)
      timeUnixNano = DataPoint.nanoseconds(monday.advanced(by: 7))
      asInt = String(uses)
    }

    private static func nanoseconds(_ day: Day) -> String { "\(day.number * 86_400)000000000" }
  }

  struct Attribute: Encodable, Sendable {
    struct Value: Encodable, Sendable { let stringValue: String }

    let key: String
    let value: Value

    init(_ key: String, _ text: String) {
      self.key = key
      value = Value(stringValue: text)
    }
  }
}
