/// The styles that only the pages of Streaks use.
enum StreaksStyles {
  static let rules = """
    .offers{display:flex;gap:.9rem;align-items:flex-start}
    .offers>.stack{flex:1}
    .offer-sign{display:grid;place-items:center;width:2.75rem;height:2.75rem;flex:none;border-radius:50%;background:var(--surface);color:var(--protected)}
    .offer p+.toolbar{margin-top:.5rem}
    .run{display:inline-flex;align-items:center;gap:.25rem;font-weight:700;color:var(--warning);white-space:nowrap}
    .run.muted{color:var(--muted);font-weight:400}
    .streak-row{display:grid;grid-template-columns:minmax(0,1.4fr) minmax(0,1fr) minmax(0,1fr) minmax(0,1fr);align-items:center;gap:.1rem 1rem}
    .streak-title{font-weight:600}
    .streak-title a{color:inherit}
    .strength{display:grid;gap:.25rem}
    .protected-days{display:flex;align-items:center;gap:.4rem;color:var(--protected)}
    .rate-bars>div{display:grid;grid-template-columns:4.5rem 1fr;align-items:center;gap:.8rem;padding:.3rem 0}
    .rate-bars dt{color:var(--muted);font-size:.9rem}
    .rate-bars dd{display:grid;grid-template-columns:1fr 3rem;align-items:center;gap:.7rem}
    .rate-bars dd>span{text-align:right;font-variant-numeric:tabular-nums;font-weight:600}
    .charts{margin-top:1.3rem;gap:1.6rem 2rem}
    .praise{font-weight:600;color:var(--done)}
    .root{display:grid;gap:.35rem}
    .root a{color:inherit;font-weight:600}
    @media (max-width:40rem){.streak-row{grid-template-columns:minmax(0,1fr) auto;gap:.15rem 1rem}.streak-row>:nth-child(3){order:2;justify-self:end}.strength{grid-template-columns:auto minmax(5rem,1fr);align-items:center;gap:.6rem}}

    """
}
