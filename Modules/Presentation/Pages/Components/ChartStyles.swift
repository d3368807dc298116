/// The styles of charts and heatmaps, which appear on no home page.
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
    .plain th,.plain td{text-align:left;padding:.3rem 1.2rem .3rem 0;font-weight:400;border-top:1px solid var(--line)}
    .plain td{font-variant-numeric:tabular-nums}
    .bars{display:flex;list-style:none;gap:clamp(.3rem,2vw,1rem);padding:0}
    .bars li{flex:1 1 0;min-width:0;display:grid;grid-template-columns:minmax(0,1fr);justify-items:center;gap:.3rem;text-align:center}
    .bars .small{font-size:min(.84rem,3.2vw)}
    .bars svg{width:100%;max-width:3.2rem;height:7rem;background:var(--sunken);border-radius:6px;fill:var(--accent-fill)}
    .heat{table-layout:fixed;width:100%;border-spacing:3px;border-collapse:separate;font-size:.75rem;color:var(--muted)}
    .heat[data-span=half]{min-width:28rem}
    .heat[data-span=year]{min-width:48rem}
    .heat th{font-weight:400;text-align:left;padding:0;line-height:1;white-space:nowrap}
    .heat thead td:first-child{width:2.2rem}
    .heat tbody th,.heat thead td:first-child{position:sticky;z-index:1;left:0;background:var(--surface);box-shadow:-.5rem 0 var(--surface)}
    .heat thead td:first-child{box-shadow:-.5rem 0 var(--surface),0 3px var(--surface)}
    .heat tbody td{position:relative;padding:0;border-radius:4px}
    .heat td a,.heat td>span{display:block;aspect-ratio:1;min-width:13px;max-height:1.75rem;width:100%;border-radius:4px}
    .heat td a span,.heat td>span{overflow:hidden;clip-path:inset(50%)}
    .heat td a span{position:absolute;width:1px;height:1px}
    .heat [aria-current]{box-shadow:0 0 0 2px var(--accent)}

    """
}
