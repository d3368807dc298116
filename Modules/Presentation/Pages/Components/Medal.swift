/// The drawing of a badge: the higher the milestone, the more points its rosette has.
public enum Medal {
  /// - Parameters:
  ///   - level: the number on it.
  ///   - rank: how high the milestone is, 1 to 5.
  ///   - isLocked: whether it has not been earned yet, so that only its outline is drawn.
  public static func html(_ level: Int, rank: Int, isLocked: Bool = false) -> HTML {
    // Four digits are as wide as the rosette; they are drawn narrower, to fit into its face.
    let fit: HTML? = level > 999 ? " textLength=\"54\" lengthAdjust=\"spacingAndGlyphs\"" : nil
    return """
      <svg class="medal" data-rank="\(rank)"\(attribute: "data-locked", if: isLocked) viewBox="0 0 100 120" aria-hidden="true" \
      focusable="false"><path class="ribbon" d="M33 70L24 116l18-9 8 12 0-36zM67 70l9 46-18-9-8 12z"/>\
      <g class="rosette">\(each: angles(rank), square)</g>\
      <circle class="face" cx="50" cy="48" r="31"/>\
      <text x="50" y="58" text-anchor="middle"\(fit)>\(level)</text></svg>
      """
  }

  /// Returns the angles of rotated squares, each of which adds four points to the star.
  private static func angles(_ rank: Int) -> [Double] {
    let squares = 2 + rank
    return (0..<squares).map { Double($0) * 90 / Double(squares) }
  }

  private static func square(_ angle: Double) -> HTML {
    """
    <rect x="18" y="16" width="64" height="64" rx="4" \
    transform="rotate(\(Chart.number(angle)) 50 48)"/>
    """
  }
}
