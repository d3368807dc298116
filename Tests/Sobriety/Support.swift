import Core
import SobrietyContract
import SobrietyDomain
import TestKit
import Testing
import TrackingContract

func instant(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text)) }
func day(_ text: String) throws -> Day { try #require(Day(text)) }

/// Returns a harness for a user in `zone` at `now`.
func sober(_ now: String, zone: String = "Europe/Vienna") throws -> Harness {
  Harness(
    SobrietyModule.self,
    now: try instant(now),
    calendar: LocalCalendar(zone: try Zone(identifier: zone))
  )
}

extension Harness {
  @discardableResult
  func mark(
    _ status: SoberStatus,
    _ day: String? = nil,
    drinks: Int? = nil,
    of substance: String? = nil
  ) throws -> MarkedDay {
    let day = try day.map { try #require(Day($0)) }
    return try when(MarkDay(substance: substance, day: day, status: status, drinks: drinks))
  }

  func sobriety(_ substance: String? = nil) throws -> Sobriety {
    try ask(SobrietyOf(substance: substance))
  }

  var timer: SoberTimer {
    get throws { try sobriety().timer }
  }

  func code(_ body: () throws -> Void) -> String? {
    do { try body() } catch let refusal as DomainError { return refusal.code } catch {
      return "other"
    }
    return nil
  }
}
