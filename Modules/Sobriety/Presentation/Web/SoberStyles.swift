/// The styles of the sober pages, in addition to the shell's.
enum SoberStyles {
  static let all = shades + sky + layout + calendar + narrow

  /// The question before a run ends; a script loads it at that moment.
  static let question = """
    .ask{max-width:min(26rem,100% - 2rem);margin:auto;color:var(--ink)}
    .ask .cluster{margin-top:1rem}
    dialog::backdrop{background:rgb(0 0 0/.45)}

    """

  /// The shades: darker the longer a run has lasted, each with a readable text color.
  private static let shades = (1...10).map { shade in
    """
    [data-shade="\(shade)"]{--fill:var(--shade-\(shade));--on-fill:var(--on-shade-\(shade))}

    """
  }
  .joined()

  private static let sky = """
    .card.sober-standing{padding:0;overflow:hidden}
    .sober-standing>:not(.sober-sky){margin-inline:1.4rem}
    .sober-standing>:last-child{margin-bottom:1.4rem}
    .sober-sky{position:relative;isolation:isolate;display:grid;justify-items:center;gap:.7rem;padding:1.5rem 1.2rem 2.6rem;background:#1a2150;color:#fff;text-align:center}
    .sober-sky[data-day]{background:#8fb4e0;color:#14213a}
    .sober-sky p{margin:0;max-width:30rem}
    .sober-sky a{color:inherit}
    .sober-view{position:absolute;z-index:-1;inset:0;width:100%;height:100%;fill:#fff}
    .sober-view .sun{fill:#fff6d8}
    .sober-view .moon{fill:#f3ecd2}
    .sober-view g{opacity:.8}
    .sober-view .hill{fill:#0a1530;opacity:.28}
    [data-day] .sober-view .hill{fill:#3f7f8c;opacity:.22}
    .sober-timer{position:relative;display:grid;grid-template-columns:repeat(3,4.2rem);justify-content:center;justify-items:center;gap:.9rem 0;font-variant-numeric:tabular-nums}
    .sober-timer span{display:grid;justify-items:center}
    .sober-timer b{font:var(--display-weight) 1.5rem/1.1 var(--display);min-width:2ch}
    .sober-timer span:first-of-type{grid-column:1/-1;width:min(11rem,58vw);height:min(11rem,58vw);align-content:center}
    .sober-timer span:first-of-type b{font-size:min(3.4rem,17vw);letter-spacing:-.03em}
    .sober-ring{position:absolute;top:0;left:50%;width:min(11rem,58vw);height:min(11rem,58vw);margin-left:max(-5.5rem,-29vw);transform:rotate(-90deg);fill:none;stroke:currentColor;stroke-width:5;stroke-linecap:round}
    .sober-ring circle:first-child{opacity:.25}
    .sober-ring [stroke-dasharray="0 100"]{display:none}
    .sober-timer[data-idle]{opacity:.85}

    """

  private static let layout = """
    .sober{display:grid;gap:var(--space)}
    .sober-side{display:grid;gap:var(--space);align-content:start}
    .sober-words{font:var(--display-weight) 1.25rem/1.35 var(--display);text-wrap:balance}
    .sober-answers{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem;max-width:26rem}
    .sober-answers form:first-child:not(:last-child){flex:1}
    .sober-answers .quiet{padding-inline:.7rem;white-space:nowrap}
    .sober-answers>.quiet:only-child{margin-left:-.7rem}
    .sober-mark{min-height:3.4rem;font-size:1.1rem;white-space:nowrap}
    .sober-answers .sober-mark{width:100%}
    .sober-last{max-width:34rem}
    .sober-source cite{font-style:normal;font-size:.84rem;color:var(--muted);display:block;margin-top:.15rem}
    .sober-why{white-space:pre-line;font:italic 1.12rem/1.5 var(--display);border-left-color:var(--accent-fill)}
    .sober-fields{display:grid;gap:.9rem 1.2rem;grid-template-columns:repeat(auto-fit,minmax(min(13rem,100%),1fr))}
    @media (min-width:66rem){
      .sober{grid-template:"calendar standing" auto "calendar side" 1fr/27rem minmax(0,1fr)}
      .sober-calendar{grid-area:calendar;align-self:start}
      .sober-now{grid-area:standing}
      .sober-side{grid-area:side}
    }

    """

  /// The calendar: its container is nine weeks high and starts at the bottom.
  ///
  /// Today is in the middle, since the last four weeks are in the future.
  private static let calendar = """
    .card.sober-calendar{padding:.4rem .45rem 1rem}
    .sober-float{position:sticky;z-index:3;top:0;display:flex;gap:2rem;padding:.8rem 0 .4rem;background:var(--surface);border-radius:var(--radius)}
    .sober-float p{display:grid}
    .sober-float b{font:var(--display-weight) 1.5rem/1.15 var(--display);font-variant-numeric:tabular-nums}
    .sober-float span{color:var(--muted);font-size:.84rem}
    .card>.sober-modes{display:flex;flex-wrap:wrap;align-items:center;gap:.1rem;margin-top:0}
    .sober-modes a{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 .6rem}
    .sober-modes a[aria-current]{color:var(--ink);font-weight:700;text-decoration:none}
    .sober-window{position:relative}
    .sober-scroll{display:flex;flex-direction:column-reverse;height:calc(9*(2.75rem + 2px) + 1.5rem + 2px);overflow-y:auto;scrollbar-width:thin;padding-inline:5px;margin-inline:-5px}
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
    .sober-calendar .days [aria-current]>*{outline-width:3px}
    .sober-legend{gap:.5rem 1.1rem}
    .sober-legend span{display:inline-flex;flex-wrap:wrap;align-items:center;gap:.3rem}
    .sober-legend i{width:13px;height:13px}
    @media (min-width:30rem){.card.sober-calendar{padding:.6rem 1.5rem 1.4rem}}

    """

  /// Large text on a phone: nothing stands beside anything, and words break into lines.
  private static let narrow = """
    @media (max-width:19.99rem){
      .sober-timer{grid-template-columns:minmax(0,1fr)}
      .sober-mark,.sober-answers .quiet{white-space:normal}
    }

    """
}
