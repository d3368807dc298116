/// The styles of widgets, in addition to those of the shell.
enum WidgetStyles {
  /// Widths match the widgets on a phone's home screen; a row is tall enough for a finger.
  static let all = """
    .widget{display:flex;flex-direction:column;width:min(100%,22.5rem);min-height:10.6rem;padding:.5rem;background:var(--surface);border:1px solid var(--line);border-radius:var(--radius)}
    .widget[data-size=small]{width:min(100%,10.6rem)}
    .widget[data-size=large]{min-height:22.5rem}
    .widget ul{list-style:none;padding:0}
    .widget[data-size=medium] ul{display:grid;grid:repeat(3,auto)/repeat(2,minmax(0,1fr));grid-auto-flow:column;column-gap:.3rem}
    .widget :is(button,.widget-row){display:flex;align-items:center;gap:.55rem;width:100%;min-height:2.75rem;padding:.2rem .4rem;border:0;border-radius:var(--radius-s);background:none;text-align:left;font-weight:500}
    .widget button:hover{background:var(--sunken)}
    .widget :is(button,.widget-row) svg{width:1.35rem;height:1.35rem;flex:none}
    @media (prefers-color-scheme:dark){.widget :is(button,.widget-row) svg{filter:brightness(1.4)}}
    .widget :is(button,.widget-row)>span:last-child{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
    .widget-more{margin-top:auto;padding:.1rem .4rem;color:var(--muted);font-size:.84rem}
    .widget-message{flex:1;display:grid;place-content:center;padding:.8rem;text-align:center;text-decoration:none;text-wrap:balance;color:var(--ink);font:var(--display-weight) 1.12rem/1.4 var(--display)}
    .widgets{display:flex;flex-wrap:wrap;align-items:flex-start;gap:var(--space)}
    .widget-piece{width:22.5rem;max-width:100%}
    .widget-piece:has([data-size=small]){width:15rem}
    [data-bare] main:has(>.widget){display:grid;grid-template-columns:minmax(0,1fr);justify-items:center;align-items:start;max-width:none;padding:0}
    [data-bare] main>.widget{margin:0}

    """
}
