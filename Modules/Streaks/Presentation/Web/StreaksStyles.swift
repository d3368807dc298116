/// The styles that only the pages of Streaks use.
enum StreaksStyles {
  /// How well habits have taken root, for products that hide the numbers.
  static let roots = """
    .root{display:grid;gap:.35rem}
    .root a{color:inherit;font-weight:600}

    """

  /// Freezes that are offered on the home page, and runs.
  static let home = """
    .offers{display:flex;gap:.9rem;align-items:flex-start}
    .offers>.stack{flex:1}
    .offer-sign{display:grid;place-items:center;width:2.75rem;height:2.75rem;flex:none;border-radius:50%;background:var(--surface);color:var(--protected)}
    .offer p+.toolbar{margin-top:.5rem}
    .run{display:inline-flex;align-items:center;gap:.25rem;font-weight:700;color:var(--warning);white-space:nowrap}
    .run.muted{color:var(--muted);font-weight:400}

    """

  static let pages = """
    .flames{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(15rem,100%),1fr));gap:var(--space)}
    .flames>li{display:grid;gap:.15rem;align-content:start;padding:.9rem 1.1rem}
    .flames>li>*+*{margin-top:0}
    .flames .run{font:var(--display-weight) 1.5rem/1.3 var(--display);letter-spacing:var(--tracking)}
    .flames .run.muted{font-size:1.1rem}
    .flames .run>.icon:first-child{fill:currentColor}
    .streak-title{font-weight:600;display:flex;flex-wrap:wrap;justify-content:space-between;gap:.2rem .6rem}
    .streak-title a{color:inherit;text-decoration:none}
    .streak-title a:hover{text-decoration:underline}
    .strength{display:grid;grid-template-columns:auto 1fr;align-items:center;gap:.6rem}
    .protected-days{display:flex;align-items:center;gap:.4rem;color:var(--protected)}
    .rate-bars>div{display:grid;grid-template-columns:4.5rem 1fr;align-items:center;gap:.8rem;padding:.3rem 0}
    .rate-bars dt{color:var(--muted);font-size:.9rem}
    .rate-bars dd{display:grid;grid-template-columns:1fr 3.4rem;align-items:center;gap:.7rem}
    .rate-bars dd>span{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums;font-weight:600}
    .charts{margin-top:1.3rem;gap:1.6rem 2rem}
    .praise{font-weight:600;color:var(--done)}

    """
}
