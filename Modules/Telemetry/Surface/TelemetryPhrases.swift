import Core

/// What telemetry says to a person, in plain words that a product may replace with its own.
extension Phrase {
  static let telemetryOn = Phrase(
    "telemetry.on",
    "Uses of features are counted on this device, by name only. Nothing is sent: no place to send "
      + "it to is set up."
  )
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

  static let allOfTelemetry: [Phrase] = [
    .telemetryOn, .telemetryOff, .telemetryNotTracked, .telemetryNotAllowed, .telemetryExported,
  ]
}
