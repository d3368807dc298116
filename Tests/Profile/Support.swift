import Core
import ProfileContract
import ProfileDomain
import TestKit
import Testing

/// Returns Profile alone on a machine in Vienna, by default at noon UTC.
func profile(_ now: String = "2026-03-12T12:00:00Z") throws -> Harness {
  let zone = try Zone(identifier: "Europe/Vienna")
  return Harness(ProfileModule.self, now: try at(now), calendar: LocalCalendar(zone: zone))
}

func day(_ text: String) throws -> Day { try #require(Day(text), "\(text) is no day") }

func at(_ text: String) throws -> Instant {
  try #require(Instant(rfc3339: text), "\(text) is no moment")
}

func stamp(_ number: UInt64, device: UInt64) -> HybridTimestamp {
  HybridTimestamp(clock: HybridTime(rawValue: number << 16), device: DeviceID(rawValue: device))
}

extension Harness {
  @discardableResult
  func set(_ preference: Preference, _ value: String) throws -> ProfileView {
    try when(SetPreference(preference: preference, value: value))
  }

  /// Returns the local day at a moment, by the user's own calendar.
  func day(_ moment: String) throws -> String {
    try ask(CurrentCalendar()).day(at: try at(moment)).description
  }
}
