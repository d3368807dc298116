/// A flame with a number in it, for products about streaks.
///
/// The element around it says in `data-fire` whether it is lit, open today, or out.
public struct Fire: Sendable {
  private let count: Int?

  /// - Parameter count: the number in the flame; nil for none.
  public init(count: Int?) { self.count = count }

  /// Three tongues, each within the one before; hidden from screen readers.
  public var html: HTML {
    """
    <svg class="fire" viewBox="0 0 120 150" aria-hidden="true"><path class="outer" d="M64 3c4 29 46 45 46 \
    91a50 50 0 0 1-100 0c0-24 13-36 22-52 1 14 6 22 14 27-3-24 4-46 18-66z"/><path class="middle" d="M62 \
    44c3 18 33 29 33 59a35 35 0 0 1-70 0c0-16 9-24 16-35 1 10 5 15 10 18-2-15 2-29 11-42z"/>\
    <path class="core" d="M60 78c2 8 27 14 27 35a27 27 0 0 1-54 0c0-18 22-22 27-35z"/>\(number)</svg>
    """
  }

  private var number: HTML? {
    count.map { count in
      let digits = count.description.count
      return """
        <text x="60" y="\(digits > 2 ? 122 : 126)" text-anchor="middle" data-digits="\(digits)">\(count)</text>
        """
    }
  }

  public static let rules = """
    .fire{width:clamp(6.5rem,4.5rem + 8vw,11rem);flex:none;overflow:visible}
    .fire path{transform-origin:60px 150px}
    .fire .outer{fill:var(--accent-fill)}
    .fire .middle{fill:#ff9d2e}
    .fire .core{fill:#ffe9b8}
    .fire text{font:850 38px var(--display);letter-spacing:-.04em;fill:#4a1502}
    .fire [data-digits="3"]{font-size:25px}
    .fire :is([data-digits="4"],[data-digits="5"]){font-size:21px}
    [data-fire=open] .outer{fill:color-mix(in srgb,var(--accent-fill) 38%,var(--surface))}
    [data-fire=open] .middle{fill:#f7b35f}
    [data-fire=out] path{fill:var(--sunken);stroke:var(--edge);stroke-width:2;stroke-dasharray:5 5}
    [data-fire=out] :is(.middle,.core){display:none}
    [data-fire=lit] .outer{animation:burn 2.8s ease-in-out infinite alternate}
    [data-fire=lit] .middle{animation:burn 2.1s -.7s ease-in-out infinite alternate-reverse}
    @keyframes burn{from{transform:skewX(-1.5deg) scaleY(.98)}to{transform:skewX(1.5deg) scaleY(1.03)}}

    """
}
