import Core
import Crypto

/// Grants each of many names a burst of attempts, and another attempt from time to time.
///
/// Each name has a bucket that refills, so that nobody is locked out permanently. The memory is
/// bounded: full buckets are forgotten first, then those with the fewest attempts used, so that an
/// attacker who invents names cannot make it forget the name under attack.
///
/// Source: the generic cell rate algorithm, ITU-T I.371, which is a token bucket in one number.
struct TokenBuckets: Sendable {
  private let interval: Int64
  private let burst: Int64
  private let most: Int
  /// When the bucket of a name is full again, in milliseconds.
  private var full: [UInt128: Int64] = [:]

  /// - Parameter most: the maximum number of remembered names.
  init(_ rate: AttemptPolicy.Rate, most: Int) {
    interval = Int64(max(1, rate.seconds)) * 1000
    burst = Int64(max(1, rate.burst))
    self.most = max(1, most)
  }

  /// The number of remembered names.
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

  /// Milliseconds until the bucket is full; bounded, in case the clock was set back.
  private func spent(_ name: UInt128, _ now: Int64) -> Int64 {
    min(max(0, (full[name] ?? now) - now), burst * interval)
  }

  private mutating func forget(at now: Int64) {
    full = full.filter { $0.value > now }
    guard full.count >= most else { return }
    // A tenth at once, so that not every new name needs a sort.
    let kept = full.sorted { $0.value > $1.value }.prefix(most - max(1, most / 10))
    full = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
  }
}

extension UInt128 {
  /// Hashes a name to a fixed length.
  init(hashing name: String) {
    let digest = SHA256.hash(data: Array(name.utf8))
    self = digest.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
  }
}
