/// The styles of a ``GardenScene``: its light, its seasons and its motion.
public enum GardenStyles {
  public static let rules: String = [land, plants, motion, PlantTone.rules].joined()

  private static let land: String = """
    .garden{position:relative;border-radius:var(--radius);overflow:hidden;isolation:isolate;height:clamp(15.5rem,11rem + 17vw,22rem)}
    .scene{width:100%;height:100%;overflow:hidden}
    .d,.kd,.qd,.wd,.cd,.ed,.nd,.vd,.star,.fall{fill:none;stroke-linecap:round}
    .star{stroke:#fff;opacity:.8}.cloud{opacity:.75}.smoke{fill:none;stroke:#fff;stroke-width:5;stroke-linecap:round;opacity:.45}
    .plate{margin:0;display:flex;justify-content:center;padding:0 3px;font:600 .78rem/1.35 var(--text)}
    .plate span{max-width:100%;padding:.1rem .55rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;border-radius:7px;background:#fff8e6;color:#4a3a22;box-shadow:0 1px 3px #0004}
    .garden+.page-head{margin-top:1.4rem}.night .plate span{background:#e6e0d2}

    """

  private static let plants: String = """
    .plant{--l:#6ea24a;--m:#4f8438;--w:color-mix(in srgb,var(--k),#fff 45%);--e:#5a3a26}
    .autumn .plant{--l:#88993f;--m:#66782f}.winter .plant{--l:#6d9a63;--m:#527c50}
    .k{fill:var(--k)}.q{fill:var(--q)}.c{fill:var(--c)}.w{fill:var(--w)}.e{fill:var(--e)}.l{fill:var(--l)}.m{fill:var(--m)}
    .kd{stroke:var(--k)}.qd{stroke:var(--q)}.cd{stroke:var(--c)}.wd{stroke:var(--w)}.ed{stroke:var(--e)}
    .s{fill:none;stroke:var(--m);stroke-width:2.6;stroke-linecap:round}
    .g{fill:#1d2b10;opacity:.2}.n{fill:#80603f}.nd{stroke:#a58260}.o{fill:#e9cf9c}.vd{stroke:#d5efff}
    .night .plant{filter:brightness(.72) saturate(.9)}.dusk .plant{filter:sepia(.14) brightness(.95)}
    .r0{transform:scale(1.3)}.r1{transform:scale(1.08)}.r2{transform:scale(.9)}.r3{transform:scale(.76)}
    [data-rows="1"] .r0{transform:scale(1.6)}
    @media (max-width:40rem){.r0{transform:scale(.85)}.r1{transform:scale(.72)}.r2{transform:scale(.62)}.r3{transform:scale(.54)}[data-rows="1"] .r0{transform:scale(1.05)}.plate{font-size:.7rem}.plate span{padding:.1rem .35rem}}
    @media (prefers-color-scheme:dark){.garden:not(.night) .scene{filter:brightness(.8) saturate(.95)}}

    """

  private static let motion: String = """
    .plant{animation:bend 8s ease-in-out infinite}.y1{animation-duration:9.5s}.y2{animation-duration:7s}.y3{animation-duration:11s}.y4{animation-duration:8.7s}
    @keyframes bend{50%{transform:rotate(1.6deg)}}
    .opening .hd{animation:unfold 1.4s cubic-bezier(.2,1.3,.4,1)}
    @keyframes unfold{from{transform:scale(.15) rotate(-40deg)}}
    .cloud{animation:drift 60s ease-in-out infinite}
    @keyframes drift{50%{transform:translateX(60px)}}
    .twinkle{animation:glow 4s ease-in-out infinite}
    @keyframes glow{50%{opacity:.25}}
    .bee{animation:hum 9s ease-in-out infinite}.b1{animation-duration:12s;animation-direction:reverse}.b2{animation-duration:14s}
    @keyframes hum{20%{transform:translate(26px,-16px)}45%{transform:translate(58px,6px)}70%{transform:translate(20px,20px)}85%{transform:translate(-14px,8px)}}
    .wing{fill:#fff;opacity:.75}
    .fly{fill:#ffe98a;filter:drop-shadow(0 0 5px #ffe98a);animation:firefly 6s ease-in-out infinite}
    @keyframes firefly{30%{opacity:.1}60%{opacity:1;transform:translate(18px,-14px)}}
    .fall{animation:snow 16s ease-in-out infinite alternate}
    @keyframes snow{to{transform:translate(24px,36px)}}

    """
}
