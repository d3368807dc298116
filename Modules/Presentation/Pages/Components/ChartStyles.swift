/// The styles of charts, which appear on no home page.
public enum ChartStyles {
  public static let rules = """
    .chart figcaption{margin-bottom:.6rem}
    .plot{position:relative;padding-left:3.2rem;height:10rem}
    .plot svg{width:100%;height:100%;overflow:visible}
    .plot span{position:absolute;left:0;font-size:.78rem;color:var(--muted);line-height:1}
    .plot .high{top:0}
    .plot .low{bottom:0}
    .plot path{vector-effect:non-scaling-stroke;fill:none;stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round}
    .plot .guide{stroke:var(--line);stroke-width:1}
    .plot .line{stroke:var(--accent)}
    .plot .area{fill:var(--accent-soft);stroke:none}
    .axis{display:flex;justify-content:space-between;padding:.35rem 0 0 3.2rem}
    .bars{display:flex;list-style:none;gap:clamp(.3rem,2vw,1rem);padding:0}
    .bars li{flex:1 1 0;min-width:0;display:grid;justify-items:center;gap:.3rem;text-align:center}
    .bars svg{width:100%;max-width:3.2rem;height:7rem;background:var(--sunken);border-radius:6px;fill:var(--accent-fill)}

    """
}
