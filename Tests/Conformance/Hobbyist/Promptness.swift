/// Whether one of several attempts takes less than that many seconds.
///
/// Other programs run on this machine too, and this is a debug build.
func takesLess(than seconds: Double, _ attempt: () throws -> Void) rethrows -> Bool {
  for _ in 0..<20 {
    let begun = ContinuousClock.now
    try attempt()
    if ContinuousClock.now - begun < .seconds(seconds) { return true }
  }
  return false
}
