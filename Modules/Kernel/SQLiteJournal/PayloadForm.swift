/// What payloads have in common: their JSON, with holes where the values stand.
///
/// The payloads of a kind differ in a few values, so a space stores their form once, and each row
/// only the values. Form and values together give back the exact bytes, which hashes cover; a
/// payload for which they do not is stored as it is. Only the bytes matter: a payload need not be
/// JSON.
///
/// In the bytes of a form, a byte below 0x20 is a hole (``Hole``), and every other byte stands for
/// itself.
struct PayloadForm {
  /// The kinds of values.
  ///
  /// Their numbers are in files; a new one needs a new version of the schema.
  enum Hole: UInt8 {
    /// A whole number as JSON writes it, of at most 18 digits: zigzag, in groups of 7 bits.
    case integer = 1
    /// Digits as in `2026-03-01`: the number 20260301, in groups of 7 bits.
    case day = 2
    /// The entity that the fact is about, in 32 lowercase hexadecimal digits: nothing.
    case entity = 3
    /// Another identifier of 32 lowercase hexadecimal digits: 16 bytes.
    case identifier = 4
    /// Anything else: the number of its bytes in groups of 7 bits, then the bytes.
    case text = 5
    /// An instant in Unix milliseconds near the time in the fact's id: the distance from that,
    /// zigzag, in groups of 7 bits.
    case moment = 6
    /// A day as `2026-03-01` that a calendar has: the number of days since the day in the fact's
    /// id (in UTC), zigzag, in groups of 7 bits.
    case calendarDay = 7
  }

  /// A hole and the bytes of the form before it.
  private struct Step {
    let literal: Range<Int>
    let hole: Hole
  }

  private let bytes: [UInt8]
  private let steps: [Step]
  /// The bytes after the last hole.
  private let end: Range<Int>

  /// Nil for bytes that are not a form, or are a form of a newer version.
  init?(_ bytes: [UInt8]) {
    var steps: [Step] = []
    var start = 0
    for (place, byte) in bytes.enumerated() where byte < 0x20 {
      guard let hole = Hole(rawValue: byte) else { return nil }
      steps.append(Step(literal: start..<place, hole: hole))
      start = place + 1
    }
    self.bytes = bytes
    self.steps = steps
    end = start..<bytes.count
  }

  /// Puts a payload together.
  ///
  /// - Returns: nil if the values do not fit into the form.
  func payload(of values: UnsafeRawBufferPointer, in context: PayloadContext) -> [UInt8]? {
    var isWhole = false
    // Written out, a value takes at most 32 bytes or the length of its stored form.
    let room = bytes.count + 32 * steps.count + values.count
    // All empty arrays share one storage, and the initializer below would write its count there.
    guard room > 0 else { return [] }
    let payload = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      var writer = PayloadWriter(output: buffer, values: values, context: context)
      isWhole = write(to: &writer)
      count = writer.count
    }
    return isWhole ? payload : nil
  }

  private func write(to writer: inout PayloadWriter) -> Bool {
    bytes.withUnsafeBytes { form in
      for step in steps {
        writer.append(UnsafeRawBufferPointer(rebasing: form[step.literal]))
        guard writer.fill(step.hole) else { return false }
      }
      writer.append(UnsafeRawBufferPointer(rebasing: form[end]))
      return writer.isAtEnd
    }
  }
}
