/// The styles of the sober pages, in addition to the shell's.
enum SoberStyles {
  static let all = shades + layout + calendar

  /// The shades: darker the longer a run has lasted, each with a readable text color.
  private static let shades = (1...10).map { shade in
    """
    [data-shade="\(shade)"]{--fill:var(--shade-\(shade));--on-fill:var(--on-shade-\(shade))}

    """
  }
  .joined()

  private static let layout = """
    .sober{display:grid;gap:var(--space)}
    .sober-side{display:grid;gap:var(--space);align-content:start}
    .sober-words{font:var(--display-weight) 1.25rem/1.35 var(--display);text-wrap:balance}
    .sober-timer{display:flex;gap:1.1rem;font-variant-numeric:tabular-nums}
    .sober-timer span{display:grid;justify-items:start}
    .sober-timer b{font:var(--display-weight) clamp(1.9rem,9vw,2.5rem)/1.1 var(--display);letter-spacing:-.02em;min-width:2ch}
    .sober-timer small{color:var(--muted)}
    .sober-timer[data-idle] b{color:var(--muted)}
    .sober-answers{display:flex;align-items:center;gap:.4rem;max-width:26rem}
    .sober-answers form:first-child:not(:last-child){flex:1}
    .sober-answers .quiet{padding-inline:.7rem;white-space:nowrap}
    .sober-mark{min-height:3.4rem;font-size:1.1rem;white-space:nowrap}
    .sober-answers .sober-mark{width:100%}
    .sober-source cite{font-style:normal;font-size:.84rem;color:var(--muted);display:block;margin-top:.15rem}
    .sober-why{white-space:pre-line;font:italic 1.12rem/1.5 var(--display);border-left-color:var(--accent-fill)}
    .sober-health p:first-child{display:flex;align-items:center;gap:.5rem}
    .sober-fields{display:grid;gap:.9rem 1.2rem;grid-template-columns:repeat(auto-fit,minmax(min(13rem,100%),1fr))}
    @media (min-width:66rem){
      .sober{grid-template:"calendar standing" auto "calendar side" 1fr/27rem minmax(0,1fr)}
      .sober-calendar{grid-area:calendar;align-self:start}
      .sober-standing{grid-area:standing}
      .sober-side{grid-area:side}
    }

    """

  /// The calendar: its container is nine weeks high and starts at the bottom.
  ///
  /// Today is in the middle, since the last four weeks are in the future.
  private static let calendar = """
    .card.sober-calendar{padding:.4rem 1rem 1rem}
    .sober-float{position:sticky;z-index:3;top:0;display:flex;gap:2rem;padding:.8rem 0 .4rem;background:var(--surface);border-radius:var(--radius)}
    .sober-float p{display:grid}
    .sober-float b{font:var(--display-weight) 1.5rem/1.15 var(--display);font-variant-numeric:tabular-nums}
    .sober-float span{color:var(--muted);font-size:.84rem}
    .card>.sober-modes{display:flex;flex-wrap:wrap;align-items:center;gap:.1rem;margin-top:0}
    .sober-modes a{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 .6rem}
    .sober-modes a[aria-current]{color:var(--ink);font-weight:700;text-decoration:none}
    .sober-window{position:relative}
    .sober-scroll{display:flex;flex-direction:column-reverse;height:calc(9*(2.75rem + 2px) + 1.8rem);overflow-y:auto;scrollbar-width:thin;padding-inline:5px;margin-inline:-5px}
    .sober-scroll>*{flex:none}
    .sober-scroll .days{max-width:none}
    .sober-scroll .days td>*{width:min(100% - 2px,2.6rem);height:auto;aspect-ratio:1}
    .sober-scroll .days thead td,.sober-scroll .days .month{width:2.1rem;padding-left:.2rem}
    .sober-scroll .days .month>small{display:block}
    .sober-scroll .readout{display:none}
    .sober-scroll thead>tr>*{position:sticky;z-index:2;top:0;background:var(--surface)}
    .sober-scroll .days button{cursor:pointer}
    .sober-scroll .more{padding:.6rem}
    #sober-today{scroll-margin:12rem 0}
    .sober-today{position:absolute;z-index:2;right:.6rem;bottom:.4rem;box-shadow:0 4px 16px rgb(0 0 0/.22);border-radius:99px}
    .sober-calendar .days [data-state=shaded]>*,.sober-legend [data-shade]{background:var(--fill);color:var(--on-fill)}
    .sober-calendar .days [data-state=shaded]>*{font-weight:700}
    .sober-calendar .days [data-state=open]>*,.sober-legend [data-state=open]{border:2px solid var(--line)}
    .sober-calendar .days [data-state=missed]>*,.sober-legend [data-state=missed]{border:2px solid var(--missed);text-decoration:none;background:repeating-linear-gradient(-45deg,color-mix(in srgb,var(--missed) 28%,transparent) 0 2px,transparent 2px 6px)}
    .sober-calendar .days [data-state=missed]>*{color:var(--ink)}
    .sober-calendar .days [data-state=ahead]>*{opacity:1}
    .sober-calendar .days [aria-current]>*{outline-width:3px}
    .sober-legend{gap:.5rem 1.1rem}
    .sober-legend span{display:inline-flex;align-items:center;gap:.3rem;white-space:nowrap}
    .sober-legend i{width:13px;height:13px}
    @media (min-width:30rem){.card.sober-calendar{padding:.6rem 1.5rem 1.4rem}}

    """
}
