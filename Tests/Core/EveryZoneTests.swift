import Core
import Foundation
import Testing

/// All zones of the installed database, against two other readers.
@Suite(.enabled(if: !InstalledZones.names.isEmpty, "no time zone database is installed"))
struct EveryZoneTests {
  /// Zones whose rules no release of the last years has touched, so that every copy of the data
  /// says the same: with whole and half hours of summer time, on both hemispheres, with a day
  /// left out, with summer time counted as negative winter time, and without any.
  static let settled = [
    "Europe/Vienna", "Europe/Dublin", "Europe/London", "America/New_York", "America/St_Johns",
    "America/Los_Angeles", "America/Sao_Paulo", "Australia/Sydney", "Australia/Lord_Howe",
    "Pacific/Auckland", "Pacific/Chatham", "Pacific/Apia", "Asia/Tokyo", "Asia/Kolkata",
    "Asia/Kathmandu", "Africa/Lagos", "Etc/GMT+7",
  ]

  @Test func `every zone can be read`() throws {
    for name in InstalledZones.names {
      #expect(throws: Never.self, "\(name)") { try Zone(identifier: name) }
    }
  }

  @Test(.enabled(if: PythonZones.isInstalled, "python3 with zoneinfo is not installed"))
  func `every zone agrees with Python, which reads the same files`() throws {
    let answer = try PythonZones.answer.get()
    #expect(answer.compared > InstalledZones.names.count * 1000)
    #expect(answer.disagreements.prefix(20) == [])
  }

  /// Foundation brings its own copy of the data, of its ICU's release.
  ///
  /// It differs from the installed files where a law came after it (Vancouver stays on summer time
  /// from 2026), where history was put right since (Tehran in 1979), and where one build keeps
  /// apart what the other links (WET and Lisbon). The installed files count there: Python has to
  /// read what we read.
  @Test func `every zone agrees with Foundation or with newer data`() throws {
    let differing = try InstalledZones.names.filter { try !agreesWithFoundation($0) }
    #expect(EveryZoneTests.settled.filter(differing.contains) == [])
    if !differing.isEmpty {
      print("Foundation's own data differ from \(InstalledZones.folder) in: \(differing)")
    }
    if PythonZones.isInstalled {
      let disputed = Set(try PythonZones.answer.get().disagreements.map(zoneName))
      #expect(differing.filter(disputed.contains) == [])
    } else {
      // Releases some years apart have changed about one zone of twenty.
      #expect(differing.count <= InstalledZones.names.count / 10)
    }
  }

  private func zoneName(_ line: String) -> String { String(line.prefix { $0 != " " }) }

  private func agreesWithFoundation(_ name: String) throws -> Bool {
    guard let other = TimeZone(identifier: name) else { return false }
    let zone = try Zone(identifier: name)
    return try InstalledZones.instants(of: name).allSatisfy { seconds in
      let theirs = other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
      return zone.utcOffset(at: Instant(seconds: seconds)) == theirs
    }
  }

  /// Hours of every zone's local days lead back to the same local time, or past a gap.
  @Test func `local times and instants are each other's inverse in every zone`() throws {
    for name in InstalledZones.names {
      let zone = try Zone(identifier: name)
      for seconds in try InstalledZones.instants(of: name).suffix(400) {
        let local = zone.localSeconds(at: Instant(seconds: seconds))
        let day = Day(number: Int((Double(local) / 86_400).rounded(.down)))
        let second = Int(local) - day.number * 86_400
        let back = zone.instant(on: day, secondOfDay: second)
        let isSameOrEarlierTwin = back.seconds <= seconds && zone.localSeconds(at: back) == local
        #expect(isSameOrEarlierTwin, "\(name) at \(seconds)")
      }
    }
  }
}
