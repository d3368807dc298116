import Core

/// The counts as the body of an OTLP/HTTP request to `/v1/metrics`, in JSON encoding.
///
/// Each week is one data point of a monotonic sum with delta temporality. 64-bit integers are
/// encoded as strings, as the JSON mapping of protocol buffers requires.
///
/// Source: OpenTelemetry Protocol Specification 1.9, "OTLP/HTTP", "JSON Protobuf Encoding", and
/// `opentelemetry/proto/metrics/v1/metrics.proto`.
public struct OTLPDocument: Codable, Sendable {
  let resourceMetrics: [ResourceMetrics]

  /// - Parameters:
  ///   - product: The product's name, from a small fixed set.
  ///   - version: The version of the app.
  public init(_ counts: UseCounts, product: String, version: String) {
    let metrics = CountedMetric.allCases.compactMap { Metric($0, counts.counts(of: $0)) }
    guard !metrics.isEmpty else {
      resourceMetrics = []
      return
    }
    let attributes = [
      Attribute("service.name", "trellis"), Attribute("service.version", version),
      Attribute("trellis.product", product),
    ]
    let scope = ScopeMetrics(scope: Scope(name: "trellis.telemetry"), metrics: metrics)
    resourceMetrics = [
      ResourceMetrics(resource: Resource(attributes: attributes), scopeMetrics: [scope])
    ]
  }

  /// Returns the exact bytes that would be sent.
  public func body() throws -> String { try JSON.pretty(self) + "\n" }

  struct ResourceMetrics: Codable, Sendable {
    let resource: Resource
    let scopeMetrics: [ScopeMetrics]
  }

  struct Resource: Codable, Sendable { let attributes: [Attribute] }

  struct ScopeMetrics: Codable, Sendable {
    let scope: Scope
    let metrics: [Metric]
  }

  struct Scope: Codable, Sendable { let name: String }

  struct Metric: Codable, Sendable {
    let name: String
    let description: String
    let unit: String
    let sum: Sum

    /// Nil for a kind without counts.
    init?(_ metric: CountedMetric, _ weeks: UseCounts.Weeks) {
      let points = weeks.sorted { $0.key < $1.key }.flatMap { week, counts in
        counts.sorted { $0.key < $1.key }
          .compactMap { DataPoint(metric, week: week, name: $0, count: $1) }
      }
      guard !points.isEmpty else { return nil }
      name = metric.rawValue
      description = metric.summary
      unit = metric.unit
      sum = Sum(dataPoints: points)
    }

    private enum CodingKeys: String, CodingKey { case name, description, unit, sum }
  }

  struct Sum: Codable, Sendable {
    let dataPoints: [DataPoint]
    /// AGGREGATION_TEMPORALITY_DELTA.
    private(set) var aggregationTemporality = 1
    private(set) var isMonotonic = true

    private enum CodingKeys: String, CodingKey {
      case dataPoints, aggregationTemporality, isMonotonic
    }
  }

  struct DataPoint: Codable, Sendable {
    let attributes: [Attribute]
    let startTimeUnixNano: String
    /// The end of the week; the time at which the document is created is not revealed.
    let timeUnixNano: String
    let asInt: String

    /// Creates a data point; nil if `week` is not a valid day.
    init?(_ metric: CountedMetric, week: String, name: String, count: Int) {
      guard let monday = Day(week) else { return nil }
      let words = name.split(separator: " ").map(String.init)
      attributes = zip(metric.attributes, words).map { Attribute($0, $1) }
      startTimeUnixNano = DataPoint.nanoseconds(monday)
      timeUnixNano = DataPoint.nanoseconds(monday.advanced(by: 7))
      asInt = String(count)
    }

    private static func nanoseconds(_ day: Day) -> String { "\(day.number * 86_400)000000000" }
  }

  struct Attribute: Codable, Sendable {
    struct Value: Codable, Sendable { let stringValue: String }

    let key: String
    let value: Value

    init(_ key: String, _ text: String) {
      self.key = key
      value = Value(stringValue: text)
    }
  }
}
