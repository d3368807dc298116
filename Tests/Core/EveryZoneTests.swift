import Core
import Foundation
import Testing

/// Compares all zones of the installed database with two other readers.
@Suite(.enabled(if: !InstalledZones.names.isEmpty, "no time zone database is installed"))
struct EveryZoneTests {
  /// Zones whose rules have not changed for years, so that all copies of the data agree.
  ///
  /// They have whole and half hours of summer time, on both hemispheres, a skipped day, summer time
  /// expressed as negative winter time, and no summer time.
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

  /// Foundation has its own copy of the data, from the release of its ICU.
  ///
  /// It differs from the installed files where a law is newer (Vancouver stays on summer time from
  /// 2026), where history has been corrected since (Tehran in 1979), and where one build separates
  /// what the other links (WET and Lisbon). The installed files are decisive there: Python must
  /// read what this reader reads.
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
      // Releases some years apart differ in about one zone of twenty.
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

  /// Hours of every zone's local days convert back to the same local time, or to one after a gap.
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
