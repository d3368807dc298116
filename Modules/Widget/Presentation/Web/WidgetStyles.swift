/// The styles of widgets, in addition to those of the shell.
enum WidgetStyles {
  static let all = frame + rows + rings + heads + few + window

  /// Widths match the widgets on a phone's home screen.
  private static let frame = """
    .widget{container-type:inline-size;display:flex;flex-direction:column;gap:.3rem;width:min(100%,22.5rem);min-height:10.6rem;padding:.5rem;background:var(--surface);border:1px solid var(--line);border-radius:var(--radius)}
    .widget>*+*{margin:0}
    .widget[data-size=small]{width:min(100%,10.6rem)}
    .widget[data-size=large]{min-height:22.5rem}
    .widget-head{display:flex;justify-content:space-between;gap:.5em;padding:0 .4em;font-size:.84em;color:var(--muted);white-space:nowrap}
    .widget-head b{color:var(--ink);font-variant-numeric:tabular-nums}
    .widget-more{margin-top:auto;padding:0 .5em;color:var(--muted);font-size:.84em}
    .widget-message{flex:1 0 auto;display:grid;place-content:center;padding:.4rem .8rem;text-align:center;text-decoration:none;text-wrap:balance;color:var(--ink);font:var(--display-weight) 1.12em/1.35 var(--display)}
    .widgets{display:flex;flex-wrap:wrap;align-items:flex-start;gap:var(--space)}
    .widget-piece{width:22.5rem;max-width:100%}
    .widget-piece:has([data-size=small]){width:13rem}
    .widget-piece .quiet{flex:none;padding-right:.3rem}
    .widget-piece .spread{gap:0}

    """

  /// A row is tall enough for a finger, and grows with the window.
  private static let rows = """
    .widget ul{flex:1;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(10.2rem,100%),1fr));grid-auto-rows:minmax(2.75rem,auto);column-gap:.3rem;list-style:none;padding:0}
    .widget[data-size=large] ul{grid-template-columns:repeat(auto-fit,minmax(min(16rem,100%),1fr))}
    .widget form{height:100%}
    .widget :is(button,.widget-row){display:flex;align-items:center;gap:.55em;width:100%;height:100%;min-height:2.75rem;margin:0;padding:.2em .4em;border:0;border-radius:var(--radius-s);background:none;text-align:left;font:inherit;font-weight:500}
    .widget button:hover{background:var(--sunken)}
    .widget :is(button,.widget-row) svg{width:1.35em;height:1.35em;flex:none}
    @media (prefers-color-scheme:dark){.widget :is(button,.widget-row) svg{filter:brightness(1.4)}}
    .widget :is(button,.widget-row)>span:not(.visually-hidden,.face,.widget-disc){flex:1;min-width:0;overflow:hidden;text-align:left;text-overflow:ellipsis;white-space:nowrap}
    .widget small{flex:none;max-width:60%;overflow:hidden;text-overflow:ellipsis;font-size:.8em;font-weight:400;color:var(--muted);white-space:nowrap}
    @container (max-width:14rem){.widget-row>small,.widget button>small{max-width:40%}}

    """

  /// Today's habits side by side; where there is room, with their names.
  private static let rings = """
    .widget ul.widget-rings{flex:1 0 auto;align-content:center;grid-template-columns:repeat(auto-fit,minmax(2.75rem,1fr));grid-auto-rows:auto;gap:.2rem}
    .widget-rings :is(button,.widget-row){flex-direction:column;justify-content:flex-start;gap:.1em;padding:0;text-align:center}
    .widget-rings :is(button,.widget-row)>span:not(.visually-hidden,.widget-disc){flex:none;width:100%;font-size:.75em;text-align:center}
    .widget-rings small{width:100%;max-width:none;white-space:normal;overflow-wrap:anywhere;line-height:1.15}
    .widget-disc{position:relative;flex:none;display:grid;place-items:center;width:2.6em;height:2.6em}
    .widget .widget-disc svg{width:100%;height:100%}
    .widget-sign{position:absolute;font-weight:650;line-height:1}
    @container (max-width:20rem){.widget-rings :is(button,.widget-row)>:is(small,span:not(.visually-hidden,.widget-disc)){display:none}}
    @container (min-width:20rem){.widget ul.widget-rings{grid-template-columns:repeat(auto-fit,minmax(3.3em,1fr))}}

    """

  /// The graph fills the rest, cut off at its left if needed; the flame is beside its words.
  private static let heads = """
    .widget-graph{position:relative;flex:1 1 4.4rem;min-height:max(4.4rem,16cqw);max-height:max(9rem,16cqw);margin:0 .3rem}
    .widget-graph .graph{position:absolute;inset:0}
    .widget-graph .graph-weekdays{display:none}
    .widget-graph .graph-days{flex:1;aspect-ratio:auto;width:100%;height:100%}
    .widget-flame{flex:1 0 auto;display:flex;align-items:center;gap:.6em;padding:0 .4em}
    .widget-flame~ul{flex:0 1 auto}
    .widget-flame .fire{width:auto;height:clamp(3rem,20cqw,8.5rem)}
    .widget-flame p{flex:1;min-width:0;display:grid;line-height:1.25}
    .widget .garden{flex:1 1 9rem;height:auto;min-height:9rem}
    .widget .garden~ul{flex:0 1 auto}
    @media (max-height:24rem){[data-bare] .garden{display:none}}
    .widget-flame b{font:var(--display-weight) clamp(1.1em,4cqw,2.2em)/1.1 var(--display)}
    .widget-owner{max-width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:.84em;color:var(--muted)}
    .widget-freezes{display:flex;align-items:center;gap:.3em;font-size:.84em;color:var(--protected)}
    .widget-freezes .icon{width:1.1em;height:1.1em}

    """

  /// With few habits, or in a tall window, the drawing takes the room that is left.
  ///
  /// The flame is large and stands above its words, and rings are large. This holds for the large widget
  /// and for one that is alone in a window.
  private static let few = [
    ("", ".widget[data-size=large]\(ofFew)", "45cqw"),
    ("@media (min-height:28rem)", "[data-bare] .widget\(ofFew)", "62cqw"),
    ("@media (min-height:48rem)", "[data-bare] .widget", "62cqw"),
  ]
  .map { condition, widget, widest in
    let rules = """
      \(widget) .widget-flame{flex-direction:column;justify-content:center;text-align:center}
      \(widget) .widget-flame p{flex:none;max-width:100%;justify-items:center}
      \(widget) .fire{height:max(7rem,min(34vh,\(widest)))}
      \(widget):not(:has(li:nth-child(4))) .widget-disc{width:min(5.5rem,24cqw);height:min(5.5rem,24cqw);font-size:1.6em}

      """
    return condition.isEmpty ? rules : "\(condition){\n\(rules)}\n"
  }
  .joined()

  private static let ofFew = ":not(:has(li:nth-child(5)))"

  /// A widget that is alone in a window or a frame fills it.
  private static let window = """
    [data-bare] main:has(>.widget){display:grid;grid:minmax(100dvh,auto)/minmax(0,1fr);max-width:none;padding:0}
    @media (min-height:28rem){[data-bare] .widget-graph{max-height:max(15rem,16cqw,44dvh)}}
    [data-bare] main>.widget{width:100%;min-height:0;margin:0;border:0;border-radius:0;font-size:clamp(1rem,.72rem + 1.4vmin,1.5rem)}

    """
}
