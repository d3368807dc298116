/// The styles of the diary and of the page for a craving.
enum DiaryStyles {
  /// What the home page shows.
  static let home = """
    .sober-now{display:grid;gap:var(--space);align-content:start}
    .sober-pledge{flex-wrap:wrap}
    .sober-pledge span{display:block}
    .sober-efforts{display:grid;gap:.6rem;grid-template-columns:1fr 1fr;margin-bottom:.6rem}

    """

  static let pages = """
    .sober-health p:first-child{display:flex;align-items:center;gap:.5rem}
    .sober-note{white-space:pre-line}
    .sober-causes{display:grid;gap:0 1.2rem;grid-template-columns:repeat(auto-fill,minmax(8.6rem,1fr))}
    .craving,.craving-side{display:grid;gap:var(--space);align-content:start}
    .craving-wait{align-self:start;display:grid;justify-items:center;text-align:center;gap:.6rem}
    .craving-wait p{margin:0;max-width:26rem}
    .craving-breath{width:11rem;height:11rem;margin:.6rem;border-radius:50%;background:radial-gradient(circle,var(--surface) 20%,var(--accent-fill));animation:breath 10s ease-in-out infinite}
    @keyframes breath{0%,to{transform:scale(.55)}40%{transform:none}}
    .craving-clock{font:var(--display-weight) 2.6rem/1.1 var(--display);font-variant-numeric:tabular-nums}
    .craving-clock b{font-weight:inherit}
    .craving-count{color:var(--muted)}
    .craving-steps{display:grid;gap:.7rem;padding-left:1.4rem}
    .craving-steps b{display:block}
    @media (min-width:66rem){.craving{grid-template-columns:27rem minmax(0,1fr)}}

    """
}
