import Presentation
import TrackingContract

/// The styles that only the pages of Tracking use.
///
/// Colors come from the shell's variables; the color of a habit is in its drawing.
enum TrackingStyles {
  static let home = today + signs
  static let pages = week + forms + past + tints + hues

  /// The colors of habits: for the days of their calendars, with a text that is readable on them
  /// (`data-tint`), and for heatmaps and charts (`data-hue`).
  ///
  /// A page may not set colors by itself (Content-Security-Policy), so the named ones have rules.
  private static let tints = HabitColor.named.map { name, hex in
    let color = RGB(hex: hex)
    let ink = color.contrast(with: .white) >= 4.5 ? RGB.white : .black
    return "[data-tint=\(name)]{--done:\(color.css);--on-done:\(ink.css)}\n"
      + "[data-hue=\(name)]{--hue:\(color.css)}\n"
  }
  .joined()

  /// Parts about one habit are in its color; a line needs more contrast than some colors have.
  private static let hues = """
    [data-hue]{--heat-1:color-mix(in srgb,var(--hue) 30%,var(--heat-0));--heat-2:color-mix(in srgb,var(--hue) 52%,var(--heat-0));--heat-3:color-mix(in srgb,var(--hue) 76%,var(--heat-0));--heat-4:var(--hue)}
    [data-hue] .plot .line{stroke:color-mix(in srgb,var(--hue) 72%,var(--ink))}
    [data-hue] .plot .area{fill:color-mix(in srgb,var(--hue) 16%,var(--surface))}
    [data-hue] .bars svg{fill:var(--hue)}

    """

  private static let today = """
    .day-words{margin-top:.35rem}
    .progress{margin-bottom:1.25rem}
    .segments{display:inline-flex;border:1px solid var(--edge);border-radius:var(--radius-s);overflow:hidden;max-width:100%}
    .segments a{display:flex;align-items:center;min-height:2.75rem;padding:.3rem 1rem;text-decoration:none;color:var(--ink)}
    .segments a+a{border-left:1px solid var(--edge)}
    .segments a[aria-current]{background:var(--accent-fill);color:var(--on-accent);font-weight:600}
    .switcher{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}
    .switcher form{display:flex;gap:.4rem}
    .group-name{display:flex;align-items:center;gap:.5rem;margin:0 0 .5rem}
    .group+.group{margin-top:1.5rem}
    .group>summary{color:inherit;justify-content:space-between;margin-bottom:.2rem}
    .group>summary .group-name{margin:0 auto 0 0}
    .group[open]>summary>.small{visibility:hidden}
    .group>summary::before{order:1;margin:0 .5em;border-color:var(--muted)}
    .card:has(>details:only-child){padding-block:.2rem}
    .habits{list-style:none;padding:0;display:grid;gap:.5rem}
    .habit{position:relative;display:grid;grid-template-columns:auto 1fr auto;align-items:center;gap:.2rem .6rem;padding:.45rem 3.1rem .45rem .5rem;background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);box-shadow:var(--shadow)}
    .habit[data-state=notDue],.habit[data-state=skipped]{background:none;box-shadow:none}
    .habit-body{min-width:0;padding:.3rem 0}
    .habit-title{font-weight:600;display:flex;align-items:baseline;gap:.35rem}
    .habit-title a{color:inherit;text-decoration:none;overflow-wrap:anywhere}
    .habit-title a:hover{text-decoration:underline}
    .habit-facts{display:flex;flex-wrap:wrap;gap:.1rem .9rem;align-items:center;margin-top:.1rem}
    .habit-note{white-space:pre-line;border-left:3px solid var(--line);padding-left:.6rem;margin-top:.3rem}
    .habit-text{max-width:42rem;white-space:pre-line}
    .important{color:var(--warning);font-weight:800}
    .streak{display:inline-flex;align-items:center;gap:.2rem;color:var(--warning);font-weight:600;white-space:nowrap}
    .streak .icon{width:1.1em;height:1.1em}
    .at-risk{color:var(--ink)}
    .check-form{display:flex}
    .check{display:grid;place-items:center;width:3rem;height:3rem;padding:0;border:0;border-radius:50%;background:none}
    .check .sign{width:2.2rem;height:2.2rem;transition:transform .15s}
    .check:hover .sign{transform:scale(1.08)}
    .check:active .sign{transform:scale(.92)}
    .measure{display:flex;align-items:center;gap:.25rem}
    .measure input[type=number]{width:5.5rem;min-width:4.6rem;min-height:2.75rem;padding-inline:.5rem;appearance:textfield}
    .measure .button{padding:.4rem .7rem}
    .habit-more{grid-column:1/-1}
    .habit-more:not([open]){height:0}
    .habit-more>summary{position:absolute;top:.6rem;right:.3rem;width:2.75rem;justify-content:center;border-radius:var(--radius-s);color:var(--muted);font-size:1.3rem}
    .habit-more>summary::before{content:none}
    .habit-more>summary:hover{background:var(--sunken)}
    .habit-more>form{padding:.3rem .2rem .5rem;margin-right:-2.6rem}
    @media (max-width:36rem){.measure{grid-column:2/-1}}
    @media (max-width:19.99rem){
      .segments,.measure{flex-wrap:wrap}
      .group[open]>summary>.small{display:none}
      .habit{padding-right:.5rem}
      .habit-body,.measure{grid-column:1/-1}
      .habit-more>form{margin-right:0}
    }

    """

  private static let signs = """
    .sign{width:1.6rem;height:1.6rem;flex:none;fill:none;stroke:var(--muted);stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}
    .sign [fill]{stroke:none}
    .sign .hint,[aria-pressed=false]>.sign .tick{opacity:0}
    [aria-pressed=true]>.sign .hint{opacity:1}
    [aria-pressed=true]>.sign [fill-opacity]{fill-opacity:1}
    [aria-pressed=false]>.sign circle[fill]{fill-opacity:.16}
    .sign .edge{stroke:var(--edge);stroke-width:2}
    .sign .faint{stroke-dasharray:3 3.3}
    .sign .point{fill:var(--edge);stroke:none}
    .sign .shield,.sign .shield+path{stroke:var(--protected)}
    .signs{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;list-style:none;padding:0}
    .signs li{display:flex;align-items:center;gap:.35rem}
    .signs .sign{width:1.15rem;height:1.15rem}

    """

  private static let week = """
    .week{width:100%}
    .week th{text-align:left;font-weight:600;padding:.1rem .3rem .1rem 0}
    .week thead th{font-size:.8rem;color:var(--muted);text-align:center;vertical-align:top;padding:.1rem 0 .4rem}
    .week thead th:first-child{text-align:left}
    .week thead th>span[aria-hidden]>span{display:block;line-height:1.25}
    .week thead [aria-current] .date{display:inline-grid;place-items:center;width:1.6rem;height:1.6rem;border-radius:50%;background:var(--accent-fill);color:var(--on-accent)}
    .week tbody th a{color:inherit;text-decoration:none}
    .week tbody th a:hover{text-decoration:underline}
    .week .habit-facts{margin:0;column-gap:.6rem;font-size:.8rem;font-weight:400}
    .week tbody tr+tr>*{border-top:1px solid var(--line)}
    .week tbody+tbody .group-name{padding-top:1rem}
    .week .group-name{font-size:.84rem;color:var(--muted)}
    .week .group-name .dot{margin-right:.4rem}
    .week th.group-name{display:table-cell}
    .week td{padding:0;text-align:center;width:2.75rem}
    .day-sign{display:grid;place-items:center;width:100%;min-height:2.75rem;padding:0;border:0;background:none;border-radius:var(--radius-s)}
    .day-sign:hover{background:var(--sunken)}
    @media (max-width:36rem){
      .card:has(>.week){padding-inline:.5rem}
      .week,.week thead,.week tbody{display:block}
      .week tr{display:grid;grid-template-columns:repeat(7,minmax(0,1fr))}
      .week tbody tr{padding:.4rem 0 .2rem}
      .week thead th:first-child{display:none}
      .week tbody th{grid-column:1/-1;padding-inline:.4rem}
      .week tbody tr+tr{border-top:1px solid var(--line)}
      .week tbody tr+tr>*{border-top:0}
      .week :is(td,thead th){width:auto}
      .week th.group-name{display:block}
    }

    """

  private static let forms = """
    .habit-form,.suggestions{max-width:42rem}
    .suggestions{margin-bottom:1rem}
    .suggestions .chip{min-height:2.75rem}
    .title-pair{display:grid;grid-template-columns:minmax(0,1fr) 7rem;gap:.8rem;align-items:start}
    @media (max-width:19.99rem){.title-pair{grid-template-columns:minmax(0,1fr)}}
    .pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(11rem,100%),1fr));gap:.8rem;margin:.6rem 0}
    .swatches label{display:grid;place-items:center;width:2.75rem;height:2.75rem;cursor:pointer;border-radius:50%}
    .swatches input{position:absolute;opacity:0;width:2.75rem;height:2.75rem;margin:0}
    .swatches .dot{width:1.9rem;height:1.9rem}
    .swatches label:has(:checked){box-shadow:inset 0 0 0 3px var(--ink)}
    .swatches label:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
    .swatches .cluster{gap:.25rem}
    .rhythm-option .nested{padding:.1rem 0 .7rem 2rem}
    .rhythm-option:has(.tick input:not(:checked)) .nested{display:none}
    input.few:not([type=hidden]){width:4.8rem;display:inline-block}
    .nested select{width:auto;display:inline-block}
    .rhythm .weekdays{display:flex;flex-wrap:wrap;gap:.35rem}
    .rhythm .weekdays label{position:relative;display:grid;place-items:center;width:2.75rem;height:2.75rem;border:1px solid var(--edge);border-radius:50%;cursor:pointer;font-weight:600}
    .rhythm .weekdays input{position:absolute;inset:0;opacity:0;width:100%;height:100%;margin:0;cursor:pointer}
    .rhythm .weekdays label:has(:checked){background:var(--accent-fill);color:var(--on-accent);border-color:transparent}
    .rhythm .weekdays label:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
    @media (forced-colors:active){.swatches label:has(:checked),.rhythm .weekdays label:has(:checked){border:4px solid Highlight}}
    .habit-line{display:flex;align-items:flex-start;gap:.7rem;min-width:0}
    .habit-line>.dot{margin-top:.4rem}
    .habit-line>.face{margin-top:.2rem;font-size:1.25rem}
    .habit-line.large{align-items:center}
    .habit-line.large .sign{width:2.6rem;height:2.6rem}
    .toolbar.tight{flex-wrap:nowrap;gap:.1rem}
    @media (max-width:19.99rem){.toolbar.tight{flex-wrap:wrap}}
    .movers{display:flex;gap:.1rem}
    .handle{display:none}
    .js .sortable>li:has(>.handle){position:relative;padding-left:2.4rem}
    .js .handle{position:absolute;inset:0 auto 0 -.6rem;display:grid;place-items:center;width:2.75rem;color:var(--muted);cursor:grab;touch-action:none}
    .handle .icon{stroke-width:3}
    @media (max-width:36rem){
      .sortable>li>.spread{flex-wrap:wrap;gap:0 .6rem}
      .sortable .habit-line{flex:1 1 auto;max-width:100%}
      .sortable .habit-line>div{flex:1;min-width:6rem}
      .sortable .habit-line small,.sortable .habit-line .small{width:0;min-width:100%}
      .sortable .toolbar{margin-left:auto}
    }
    .mover{width:2.75rem}

    """

  private static let past = """
    .filters{display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:center;justify-content:space-between}
    .filters select{width:auto;max-width:13rem}
    .habit-columns>div>*+*,.habit-columns>*+*{margin-top:var(--space)}
    @media (min-width:70rem){
      .habit-columns{display:grid;grid-template:auto auto 1fr/minmax(0,25rem) minmax(0,1fr);gap:var(--space);align-items:start}
      .habit-columns>*{grid-column:1}
      .habit-columns>*+*{margin-top:0}
      .habit-columns>div{grid-area:1/2/span 3/3}
    }
    .figures+.chart{margin-top:1.4rem}
    .rates{width:100%}
    .rates th,.rates td{text-align:left;font-weight:400;padding:.45rem .8rem .45rem 0;border-top:1px solid var(--line)}
    .rates thead th{border-top:0;font-size:.84rem;color:var(--muted)}
    .rates .number{text-align:right;font-variant-numeric:tabular-nums;width:4rem}
    .rates td:last-child{width:50%}
    .rates .number:last-child{width:auto}
    .planned-share{display:flex;align-items:center;gap:.7rem}
    .planned-share>span{flex:none;min-width:3.4rem;white-space:nowrap;text-align:right;font-variant-numeric:tabular-nums}
    @media (max-width:19.99rem){.planned-share>.bar{display:none}.rates td:last-child{width:auto}}

    """
}
