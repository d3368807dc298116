/// The styles of these pages, and of a milestone that fills the screen on any page.
enum GamificationStyles {
  static let rules = """
    .shelf{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:var(--space)}
    .shelf>li{display:grid;justify-items:center;align-content:start;gap:.1rem;padding:1.1rem .6rem .9rem;text-align:center;background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);box-shadow:var(--shadow)}
    .shelf.narrow>li{padding:.4rem;border:0;box-shadow:none;background:none}
    .shelf.narrow{grid-template-columns:repeat(auto-fill,minmax(6.5rem,1fr))}
    .shelf a{color:inherit}
    .shelf .button{color:var(--accent);min-height:2.75rem}
    .badge-name{font:var(--display-weight) 1.05rem/1.3 var(--display);margin-top:.4rem}
    .shelf .medal{width:5.2rem;height:6.25rem}
    .medal .ribbon{fill:var(--accent);opacity:.55}
    .medal .rosette{fill:var(--heat-2)}
    .medal .face{fill:var(--surface);stroke:var(--accent);stroke-width:2.5}
    .medal text{font:800 27px var(--display);fill:var(--ink)}
    .medal[data-rank="2"] .rosette{fill:var(--heat-3)}
    .medal[data-rank="3"] .rosette{fill:var(--accent-fill)}
    .medal[data-rank="4"] .rosette,.medal[data-rank="5"] .rosette{fill:var(--warning)}
    .medal[data-rank="5"] .face{fill:var(--accent-soft)}
    .feast{position:fixed;inset:0;display:grid;place-items:center;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:1rem;border:0;overflow:auto;pointer-events:auto;background:radial-gradient(circle at 50% 35%,var(--accent-soft),var(--page) 70%);color:var(--ink);animation:rise .4s}
    .feast .toast{flex-direction:column;justify-content:center;gap:.8rem;max-width:34rem;padding:0;border:0;background:none;box-shadow:none;text-align:center;animation:none;font-size:clamp(1.5rem,1rem + 2.5vw,2.3rem)}
    .feast .toast>*{flex:none}
    .feast .medal{display:block;width:min(62vw,17rem);height:auto;aspect-ratio:5/6}
    .feast form{display:contents}
    .feast a.button{padding-inline:2.2rem;background:var(--accent-fill);color:var(--on-accent)}
    .feast [data-dismiss]{position:absolute;top:1rem;right:1rem}
    .shelf>li:has([data-locked]){background:none;border-style:dashed;border-color:var(--edge);box-shadow:none}
    .medal[data-locked] *{fill:var(--line);stroke:none;opacity:1}
    .medal[data-locked] .face{fill:var(--sunken)}
    .medal[data-locked] text{fill:var(--muted)}
    .shelf .bar{margin:.4rem 0 .2rem}
    .shelf p{max-width:100%}
    .table-wide{overflow-x:auto}
    .scores{width:100%}
    .scores th,.scores td{text-align:left;font-weight:400;padding:.55rem .8rem .55rem 0;border-top:1px solid var(--line);vertical-align:top}
    .scores thead th{border-top:0;font-size:.84rem;color:var(--muted)}
    .scores .number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    .scores :is(th,td):last-child{padding-right:0}
    @media (max-width:40rem){.scores{font-size:.92rem}.scores .wide{display:none}.scores :is(th,td){padding-right:.5rem}}
    @media (max-width:19.99rem){.scores td.number{white-space:normal}}
    .scores tbody th{min-width:7rem;overflow-wrap:anywhere}
    .scores tbody th a{color:inherit;font-weight:600;text-decoration:none}
    .scores tbody th a:hover{text-decoration:underline}

    """
}
