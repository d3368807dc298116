import Core
import SobrietyContract
import TrackingFormats

extension ExportedDay {
  /// One day of a substance: `sober` or `notSober`, and the drinks if they were counted.
  ///
  /// - Parameter title: what the day is called; nil for the substance's own title.
  init(_ substance: Substance, _ mark: SoberMark, title: String? = nil) {
    self.init(
      id: substance.id.description,
      title: title ?? substance.habitTitle,
      day: mark.day,
      status: mark.status.rawValue,
      isKept: mark.status == .sober,
      value: mark.drinks > 0 ? "\(mark.drinks)" : nil,
      unit: mark.drinks > 0 ? "drinks" : "",
      at: mark.at
    )
  }
}
