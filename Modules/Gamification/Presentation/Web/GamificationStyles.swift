/// The styles that only these pages use.
enum GamificationStyles {
  static let rules = """
    .shelf{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:var(--space)}
    .shelf>li{display:grid;justify-items:center;align-content:start;gap:.1rem;padding:1.1rem .6rem .9rem;text-align:center;background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);box-shadow:var(--shadow)}
    .shelf.narrow>li{padding:.4rem;border:0;box-shadow:none;background:none}
    .shelf.narrow{grid-template-columns:repeat(auto-fill,minmax(6.5rem,1fr))}
    .shelf a{color:inherit}
    .shelf .button{color:var(--accent);min-height:2.75rem}
    .badge-name{font:var(--display-weight) 1.05rem/1.3 var(--display);margin-top:.4rem}
    .medal{width:5.2rem;height:6.25rem}
    .medal .ribbon{fill:var(--accent);opacity:.55}
    .medal .rosette{fill:var(--heat-2)}
    .medal .face{fill:var(--surface);stroke:var(--accent);stroke-width:2.5}
    .medal text{font:800 27px var(--display);fill:var(--ink)}
    .medal[data-rank="2"] .rosette{fill:var(--heat-3)}
    .medal[data-rank="3"] .rosette{fill:var(--accent-fill)}
    .medal[data-rank="4"] .rosette,.medal[data-rank="5"] .rosette{fill:var(--warning)}
    .medal[data-rank="5"] .face{fill:var(--accent-soft)}
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
    @media (max-width:40rem){.scores{font-size:.92rem}.scores .wide{display:none}.scores :is(th,td){padding-right:.5rem}.scores td.number{white-space:normal}}
    .scores tbody th a{color:inherit;font-weight:600}

    """
}
