import Presentation

/// The land of a garden: sky, hills, a cottage, a tree, a hive, and the meadow for the plants.
struct GardenGround {
  private let sky: GardenSky
  private let inks: GardenInks
  private let lushness: Int
  private let isHome: Bool
  private let isEmpty: Bool

  /// - Parameters:
  ///   - lushness: how much has been kept overall, 0 to 3.
  ///   - isHome: whether bees live in the hive.
  ///   - isEmpty: whether nothing is planted yet.
  init(_ sky: GardenSky, lushness: Int, isHome: Bool, isEmpty: Bool) {
    self.sky = sky
    inks = GardenInks(sky)
    self.lushness = lushness
    self.isHome = isHome
    self.isEmpty = isEmpty
  }

  var drawing: String {
    """
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="\(inks.skyTop)"/><stop stop-color="\(inks.skyMiddle)" offset=".55"/>\
    <stop stop-color="\(inks.skyBottom)" offset=".8"/></linearGradient><linearGradient id="lawn" x2="0" y2="1">\
    <stop stop-color="\(inks.lawn)"/><stop stop-color="\(inks.grass)" offset="1"/></linearGradient><radialGradient id="halo">\
    <stop stop-color="\(inks.halo)" stop-opacity=".75"/><stop stop-color="\(inks.halo)" offset=".35" stop-opacity=".3"/>\
    <stop stop-color="\(inks.halo)" offset="1" stop-opacity="0"/></radialGradient></defs>\
    <path fill="url(#sky)" d="M0 0H1200V480H0z"/>\(above)\
    <path fill="\(inks.far)" d="M0 274C120 226 250 218 360 240 470 262 520 214 660 226 800 238 960 196 1200 \
    262V480H0z"/><path fill="\(inks.middle)" d="M0 312C180 262 330 270 480 292 630 312 700 256 860 258 1000 260 \
    1100 286 1200 288V480H0z"/>\(cottage)\
    <path fill="\(inks.near)" d="M0 336C160 300 300 314 470 334 660 300 840 318 1200 322V480H0z"/>\(tree)\(hive)\
    <path fill="url(#lawn)" d="M0 366C200 338 420 346 620 354 840 340 1020 352 1200 356V480H0z"/>\
    \(path)\(meadow)\(bed)\(weather)
    """
  }

  // MARK: Above

  private var above: String {
    let height = 250 - 190 * Drawn.sine(.pi * sky.way)
    let (x, y) = (Drawn.number(330 + 540 * sky.way), Drawn.number(height))
    let halo = "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"150\" fill=\"url(#halo)\"/>"
    guard sky.light == .night else {
      return halo + "<circle fill=\"\(inks.sun)\" cx=\"\(x)\" cy=\"\(y)\" r=\"30\"/>" + clouds
    }
    return GardenGround.stars + halo
      + "<g transform=\"translate(\(x) \(y))\"><circle fill=\"#fff\" opacity=\".1\" r=\"26\"/><path fill=\"#fdf6dc\" "
      + "d=\"\(moon)\"/></g>"
  }

  /// The lit part of the moon, as the northern half of the earth sees it.
  private var moon: String {
    let bulge = 26 * Drawn.sine(2 * .pi * sky.moon + .pi / 2)
    let isWaxing = sky.moon < 0.5
    let inner = (bulge > 0) == isWaxing ? 0 : 1
    return "M0-26A26 26 0 0 \(isWaxing ? 1 : 0) 0 26"
      + "A\(Drawn.number(max(0.1, abs(bulge)))) 26 0 0 \(inner) 0-26z"
  }

  private static let stars: String = {
    var chance = PlantSeed("stars")
    let places = (0..<32).map { _ in
      (x: Double(chance.next(below: 1200)), y: Double(chance.next(below: 230)))
    }
    return "<path class=\"star\" stroke-width=\"2\" d=\"\(Drawn.dots(Array(places.prefix(24))))\"/>"
      + "<path class=\"star twinkle\" stroke-width=\"3.2\" d=\"\(Drawn.dots(Array(places.suffix(8))))\"/>"
  }()

  private var clouds: String {
    let puff = "h150a24 24 0 0 0-22-30 38 38 0 0 0-70-8 26 26 0 0 0-44 16 20 20 0 0 0-14 22z"
    return
      "<path class=\"cloud y1\" fill=\"\(inks.cloud)\" d=\"M350 128\(puff)\"/><path class=\"cloud y3\" fill=\"\(inks.cloud)\" "
      + "d=\"M700 92\(puff)\" opacity=\".7\"/><path class=\"cloud y2\" fill=\"\(inks.cloud)\" d=\"M70 86\(puff)M1010 150\(puff)\"/>"
  }

  // MARK: On the hills

  private var cottage: String {
    """
    <g transform="translate(742 236)"><path fill="\(inks.wall)" d="M6 24h50v34H6z"/>\
    <path fill="\(inks.roof)" d="M-3 27 31-4 65 27C60 29 2 29-3 27zM44-2h8v14l-8-8z"/>\
    <path fill="\(inks.door)" d="M26 58V44a6 6 0 0 1 12 0v14z"/>\
    <path fill="\(inks.pane)" d="M12 33h9v9h-9zM43 33h9v9h-9z"/>\(smoke)\
    <path fill="\(inks.near)" d="M-14 62a12 12 0 0 1 20-8 10 10 0 0 1 8 8zM50 62a11 11 0 0 1 19-5 9 9 0 0 1 9 5z"/></g>
    """
  }

  private var smoke: String {
    guard sky.season == .winter || sky.season == .autumn else { return "" }
    return #"<path class="smoke" d="M48-6c-6-9 8-12 2-22s8-14 4-24"/>"#
  }

  /// A tree that grows with the garden.
  private var tree: String {
    let scale = ["0.5", "0.72", "0.9", "1.1"][lushness]
    let bare = sky.season == .winter
    let limbs = """
      <path fill="\(inks.bark)" d="M-9 4C-5-30-6-52-8-74L-2-76C-1-66 0-60 1-56 6-66 12-74 20-82L25-79C16-66 9-54 \
      7-42 5-26 6-12 11 4z"/>
      """
    let twigs = """
      <path class="d" stroke="\(inks.bark)" stroke-width="4" d="M-5-70C-14-92-24-100-36-108M-5-70C-4-96 2-110 4-128M16-76C26-92 36-98 \
      50-106M-18-94C-18-106-14-114-14-122M32-96C32-106 36-112 38-120M2-106C10-112 14-118 18-128"/>
      """
    let crown = Drawn.dots([
      (-36, -92), (-12, -118), (22, -120), (46, -96), (30, -76), (-18, -76), (4, -92),
    ])
    let leaves = """
      <path class="d" stroke="\(inks.crown)" stroke-width="52" d="\(crown)"/><path class="d" stroke="\(inks.crownLit)" stroke-width="34" \
      d="M-40-98h0M-14-124h0M16-126h0M40-102h0M2-100h0"/><path class="d" stroke="\(inks.crownTip)" stroke-width="5" \
      d="M-48-96h0M-30-112h0M-16-92h0M2-130h0M8-104h0M26-112h0M44-104h0M34-84h0M-26-76h0M16-82h0M56-92h0M-8-140h0"/>
      """
    return
      "<g transform=\"translate(432 342)scale(\(scale))\">\(limbs)\(bare ? twigs : leaves)</g>"
  }

  private var hive: String {
    guard isHome else { return "" }
    return """
      <g transform="translate(846 336)"><path fill="\(inks.bark)" d="M-26 2h52v5h-52zM-20 6h5v12h-5zM15 6h5v12h-5z"/>\
      <path fill="\(inks.straw)" d="M-22 2C-24-26-14-42 0-42S24-26 22 2z"/><path class="d" stroke="\(inks.band)" stroke-width="2" \
      d="M-23-7q23 6 46 0M-21-17q21 6 42 0M-17-27q17 5 34 0M-11-36q11 4 22 0"/>\
      <path fill="\(inks.door)" d="M-5 2V-3a5 5 0 0 1 10 0v5z"/></g>
      """
  }

  // MARK: The meadow

  private var path: String {
    #"<path fill="\#(inks.way)" d="M772 298C764 312 742 318 716 330 690 342 716 352 690 366 640 392 560 400 "#
      + #"520 480H660C672 424 712 396 736 370 752 350 738 342 748 330 760 318 776 312 782 298z"/>"#
  }

  private var meadow: String {
    var chance = PlantSeed("meadow")
    func place(_ from: Int) -> (x: Double, y: Double) {
      (Double(chance.next(below: 1200)), Double(from + chance.next(below: 468 - from)))
    }
    let tufts = (0..<(9 + 3 * lushness)).map { _ -> String in
      let at = place(376)
      return "M\(Drawn.numbers(at.x, at.y))q-1-8-5-11m5 11q2-9 5-12"
    }
    let count = sky.season == .winter ? 0 : 5 * lushness
    let flowers = (0..<(2 * count)).map { _ in place(372) }
    return """
      <path class="d" stroke="\(inks.grass)" stroke-width="2" d="\(tufts.joined())"/><path class="d" stroke="\(inks.flower)" stroke-width="4.5" \
      d="\(Drawn.dots(Array(flowers.prefix(count))))"/><path class="d" stroke="\(inks.otherFlower)" stroke-width="4" \
      d="\(Drawn.dots(Array(flowers.suffix(count))))"/>
      """
  }

  /// Soil that is ready for the first seed, with a watering can beside it.
  private var bed: String {
    guard isEmpty else { return "" }
    return """
      <g transform="translate(560 422)"><ellipse class="g" cy="8" rx="112" ry="20"/><path class="n" \
      d="M-104 6C-90-12-50-22 0-22S92-12 104 6C92 24-90 24-104 6z"/><path class="d" stroke="\(inks.furrow)" stroke-width="4" \
      d="M-78-2q40-10 82-10M-86 8q70-12 160-4M-56 15q60-8 120-2"/><path class="vd" stroke-width="5" \
      d="M-30-30h0M-12-34h0M6-31h0"/><g transform="translate(62-40)rotate(-16)"><path fill="\(inks.can)" \
      d="M0 0h40v34a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6zM1 26-30-4l6-6L2 10zM-36-2l16-16-6-3-13 13z"/>\
      <path class="d" stroke="\(inks.handle)" stroke-width="6" d="M40 8c24-6 22 26 0 24M8 0c0-20 26-20 26 0"/></g></g>
      """
  }

  /// What falls in a season: petals, leaves, snow.
  private var weather: String {
    guard let season = sky.season, season != .summer, season == .winter || sky.light != .night
    else {
      return ""
    }
    var chance = PlantSeed("weather")
    let count = sky.season == .winter ? 30 : 10
    let places = (0..<count).map { _ in
      (x: Double(chance.next(below: 1200)), y: Double(chance.next(below: 460)))
    }
    let size = sky.season == .winter ? "4" : "5"
    return
      "<path class=\"fall\" stroke=\"\(inks.fall)\" stroke-width=\"\(size)\" d=\"\(Drawn.dots(places))\"/>"
  }
}
