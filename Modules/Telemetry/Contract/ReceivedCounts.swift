import Core

/// Counts as a receiver gets them, checked to contain nothing else.
public struct ReceivedCounts: Sendable, Equatable {
  /// One sum.
  public struct Sum: Sendable, Equatable {
    /// The Monday of the week.
    public let week: Day
    /// The kind of count: `trellis.feature.uses`.
    public let metric: String
    /// What is counted: `tracking.set-check`.
    public let name: String
    public let count: Int
  }

  public let product: String
  public let version: String
  public let sums: [Sum]

  /// Reads the body of a request.
  ///
  /// The counts must encode to the same body again, byte for byte: a body with anything else in it
  /// is refused.
  ///
  /// - Parameter features: the names of the product's requests; nil for a product that is not known.
  /// - Throws: a ``Core/DomainError`` if it is anything other than such counts.
  public init(
    _ body: [UInt8],
    now: Instant,
    features: (_ product: String) -> Set<String>?
  ) throws {
    guard let document = try? JSON.decode(OTLPDocument.self, from: body),
      let metrics = document.resourceMetrics.first,
      let product = metrics.resource.text("trellis.product"),
      let version = metrics.resource.text("service.version"), ReceivedCounts.isVersion(version),
      let known = features(product),
      let counts = UseCounts(metrics.scopeMetrics.first?.metrics ?? []),
      let again = try? OTLPDocument(counts, product: product, version: version).body(),
      Array(again.utf8) == body
    else { throw ReceivedCounts.foreign }
    self.product = product
    self.version = version
    sums = try CountedMetric.allCases.flatMap { metric in
      try counts.counts(of: metric).flatMap { week, counts in
        try counts.map { name, count in
          guard let week = Day(week), ReceivedCounts.isRecent(week, now),
            metric.isName(name, of: known), (1...UseCounts.highest).contains(count)
          else { throw ReceivedCounts.foreign }
          return Sum(week: week, metric: metric.rawValue, name: name, count: count)
        }
      }
    }
  }

  private static func isVersion(_ text: String) -> Bool {
    (1...20).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
  }

  /// Whether a device may still have the week, and its clock is not far off.
  private static func isRecent(_ week: Day, _ now: Instant) -> Bool {
    let present = UseCounts.monday(of: now)
    return UseCounts.monday(of: Instant(seconds: Int64(week.number) * 86_400)) == week
      && week >= present.advanced(by: -7 * (UseCounts.mostWeeks + 1))
      && week <= present.advanced(by: 7)
  }

  private static let foreign = DomainError(
    "foreign-counts",
    "Only counts by names that this server knows are taken, in the form in which Trellis sends them. "
      + "Nothing was kept.",
    isFinal: true
  )
}

extension CountedMetric {
  /// Whether a name can have been counted.
  ///
  /// - Parameter features: those of the product.
  fileprivate func isName(_ name: String, of features: Set<String>) -> Bool {
    let words = name.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == attributes.count else { return false }
    switch self {
    case .uses: return features.contains(words[0])
    case .crashes:
      return CrashName.Program(rawValue: words[0]) != nil
        && CrashName.Signal(rawValue: words[1]) != nil
    case .slow:
      return features.contains(words[0]) && Int(words[1]).flatMap(SlowAnswer.Step.init) != nil
    }
  }
}

extension UseCounts {
  /// The Unix seconds that are accepted, up to the end of the year 9999.
  ///
  /// Computing with others could overflow.
  private static let times: ClosedRange<Int64> = 0...253_402_300_799

  /// The counts of metrics; nil for metrics that are not telemetry's.
  fileprivate init?(_ metrics: [OTLPDocument.Metric]) {
    self.init()
    for metric in metrics {
      guard let kind = CountedMetric(rawValue: metric.name) else { return nil }
      for point in metric.sum.dataPoints {
        guard let count = Int(point.asInt), point.startTimeUnixNano.hasSuffix("000000000"),
          let seconds = Int64(point.startTimeUnixNano.dropLast(9)),
          UseCounts.times.contains(seconds)
        else { return nil }
        let day = Day(at: Instant(seconds: seconds), minutesEast: 0)
        let name = point.attributes.map(\.value.stringValue).joined(separator: " ")
        set(kind, day.description, name, to: count)
      }
    }
  }
}

extension OTLPDocument.Resource {
  fileprivate func text(_ key: String) -> String? {
    attributes.first { $0.key == key }?.value.stringValue
  }
}
