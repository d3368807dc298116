import Core
import SobrietyContract
import TrackingFormats

extension ExportedDay {
  /// One day of a substance: `sober` or `notSober`, and the drinks if they were counted.
  ///
  /// - Parameters:
  ///   - slip: what led to a day that was not sober; it is the note of the day.
  ///   - title: the name of the day; nil for the substance's own title.
  init(
    _ substance: Substance,
    _ mark: SoberMark,
    slip: SlipNote? = nil,
    title: String? = nil
  ) {
    self.init(
      id: substance.id.description,
      title: title ?? substance.habitTitle,
      day: mark.day,
      status: mark.status.rawValue,
      isKept: mark.status == .sober,
      value: mark.drinks > 0 ? "\(mark.drinks)" : nil,
      unit: mark.drinks > 0 ? "drinks" : "",
      note: slip?.words ?? "",
      at: mark.at
    )
  }
}

extension SlipNote {
  /// The causes that were named and the person's own words: `stress, company: after the party`.
  fileprivate var words: String {
    let causes = triggers.map(\.rawValue).joined(separator: ", ")
    return [causes, note].filter { !$0.isEmpty }.joined(separator: ": ")
  }
}
