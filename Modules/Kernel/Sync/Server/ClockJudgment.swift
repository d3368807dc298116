import Core
import Journals

/// Decides which clock reading a pushed fact counts with.
///
/// How long ago the device wrote the fact down is known exactly, unless its computer was restarted
/// since: the error of the device's clock at that time is subtracted. Otherwise only future
/// readings are cut off, since today's error of a clock must not shift years of honest history.
struct ClockJudgment {
  let fact: FactRecord
  /// When the fact was made, by a clock that cannot be set.
  let made: BootTime?
  /// The latest clock reading from elsewhere that the device had seen.
  let floor: HybridTime
  let amended: SyncVerdict?
  let call: SyncCall
  let now: Instant

  init(of item: PushRequest.Item, by call: SyncCall, at now: Instant) {
    (fact, made, floor, amended) = (item.fact, item.made, item.floor, item.amended)
    (self.call, self.now) = (call, now)
  }

  /// Judges a fact that erased others and arrives with one of them, before its own turn.
  init(of erasure: Erasure, by call: SyncCall, at now: Instant) {
    (fact, made, amended) = (erasure.fact, erasure.made, erasure.amended)
    floor = HybridTime(rawValue: 0)
    (self.call, self.now) = (call, now)
  }

  /// The latest clock reading that may count at `now`.
  static func latest(at now: Instant) -> HybridTime {
    HybridTime(milliseconds: now.milliseconds + SyncLimits.tolerance)
  }

  var clock: HybridTime {
    let made = amended?.clock ?? fact.stamp.clock
    let latest = ClockJudgment.latest(at: now)
    let error = error
    let isWrong = abs(error ?? call.wall.milliseconds - now.milliseconds) > SyncLimits.tolerance
    guard isWrong else { return min(made, latest) }
    var corrected = made
    if let error {
      corrected = HybridTime(milliseconds: made.milliseconds - error, counter: made.counter)
    }
    if corrected.milliseconds > now.milliseconds {
      corrected = HybridTime(milliseconds: now.milliseconds)
    }
    guard corrected != made else { return made }
    // What the device had seen when the fact was made existed before it.
    let floor = min(self.floor, latest)
    return corrected > floor ? corrected : floor.next
  }

  /// How far ahead the device's clock was when it wrote the fact, in milliseconds; nil if unknown.
  private var error: Int64? {
    guard amended == nil, let then = made, let boot = call.boot, then.boot == boot.boot
    else { return nil }
    let age = max(boot.milliseconds - then.milliseconds, 0)
    return fact.id.received.milliseconds - (now.milliseconds - age)
  }
}

extension HybridTime {
  /// The smallest later reading.
  var next: HybridTime { HybridTime(rawValue: rawValue == .max ? rawValue : rawValue + 1) }
}
