import Core
import Crypto

/// Grants a number of attempts at once to each of many names, and another one from time to time.
///
/// Each name has a bucket that fills up again, so that nobody is locked out for good. It is bounded:
/// names whose bucket is full are forgotten first, and then those who have used least, so that whoever
/// makes up names does not make it forget the one that is attacked.
///
/// Source: the generic cell rate algorithm, ITU-T I.371, which is a token bucket in one number.
struct TokenBuckets: Sendable {
  private let interval: Int64
  private let burst: Int64
  private let most: Int
  /// When the bucket of a name is full again, in milliseconds.
  private var full: [UInt128: Int64] = [:]

  /// - Parameter most: the number of names that are remembered.
  init(_ rate: AttemptPolicy.Rate, most: Int) {
    interval = Int64(max(1, rate.seconds)) * 1000
    burst = Int64(max(1, rate.burst))
    self.most = max(1, most)
  }

  /// The number of names that are remembered.
  var count: Int { full.count }

  /// Milliseconds until the name has an attempt; 0 if it has one now.
  func wait(_ name: UInt128, at now: Int64) -> Int64 {
    max(0, (spent(name, now) + interval) - burst * interval)
  }

  /// Takes an attempt.
  mutating func take(_ name: UInt128, at now: Int64) {
    let next = now + min(spent(name, now) + interval, burst * interval)
    if full[name] == nil, full.count >= most { forget(at: now) }
    full[name] = next
  }

  /// Gives an attempt back.
  mutating func giveBack(_ name: UInt128, at now: Int64) {
    let rest = spent(name, now) - interval
    full[name] = rest > 0 ? now + rest : nil
  }

  /// Milliseconds until the bucket is full; a clock that was set back fills none for ever.
  private func spent(_ name: UInt128, _ now: Int64) -> Int64 {
    min(max(0, (full[name] ?? now) - now), burst * interval)
  }

  private mutating func forget(at now: Int64) {
    full = full.filter { $0.value > now }
    guard full.count >= most else { return }
    // A tenth at once, so that not every new name has to sort them.
    let kept = full.sorted { $0.value > $1.value }.prefix(most - max(1, most / 10))
    full = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
  }
}

extension UInt128 {
  /// Stands for a name in as many bytes whatever its length.
  init(hashing name: String) {
    let digest = SHA256.hash(data: Array(name.utf8))
    self = digest.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
  }
}
