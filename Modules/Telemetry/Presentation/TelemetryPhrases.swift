import Core
import Presentation

/// The texts of telemetry, which a product may replace.
extension Phrase {
  static let telemetryOn = Phrase(
    "telemetry.on",
    "Uses of features are counted on this device, by name only. Nothing is sent: this build "
      + "names no receiver."
  )
  static let telemetrySent = Phrase(
    "telemetry.sent",
    "Uses of features are counted on this device, by name only, and sent to {receiver} once a day."
  )
  static let telemetrySentNow = Phrase("telemetry.sent-now", "It is sent to {receiver}.")
  static let telemetryNothingSent = Phrase("telemetry.nothing-sent", "Nothing was sent.")
  static let telemetryOff = Phrase(
    "telemetry.off",
    "Nothing is counted, and what was counted before is gone."
  )
  static let telemetryNotTracked = Phrase(
    "telemetry.not-tracked",
    "Nothing is counted, because DO_NOT_TRACK is set."
  )
  static let telemetryNotAllowed = Phrase(
    "telemetry.not-allowed",
    "This product counts nothing."
  )
  static let telemetryExported = Phrase("telemetry.exported", "What would be sent is in {file}.")

  static let telemetryTitle = Phrase("telemetry.title", "Counting of used features")
  static let telemetrySwitchOn = Phrase("telemetry.switch-on", "Count")
  static let telemetrySwitchOff = Phrase("telemetry.switch-off", "Do not count")
  static let telemetryCollected = Phrase("telemetry.collected", "What is counted")
  static let telemetryNever = Phrase("telemetry.never", "What never is")
  static let telemetryControl = Phrase("telemetry.control", "What you can do")
  static let telemetryPreview = Phrase("telemetry.preview", "See all that could be sent")
  static let telemetryPreviewHow = Phrase(
    "telemetry.preview-how",
    "Byte for byte, as of now. Nothing of it has left this device."
  )
  static let telemetryPreviewFile = Phrase("telemetry.preview-file", "The same as a file")

  static let allOfTelemetry: [Phrase] = [
    .telemetryOn, .telemetrySent, .telemetrySentNow, .telemetryNothingSent, .telemetryOff,
    .telemetryNotTracked, .telemetryNotAllowed, .telemetryExported,
    .telemetryTitle, .telemetrySwitchOn, .telemetrySwitchOff, .telemetryCollected, .telemetryNever,
    .telemetryControl, .telemetryPreview, .telemetryPreviewHow, .telemetryPreviewFile,
  ]
}
