import Pages
import Presentation
import Testing

@Suite struct GardenTests {
  private func plants(_ count: Int, stage: GrowthStage? = nil, isOpen: Bool = true) -> [Plant] {
    (0..<count).map { index in
      Plant(
        id: "habit-\(index)",
        name: "Habit \(index)",
        stage: stage ?? GrowthStage.allCases[index % GrowthStage.allCases.count],
        isOpen: isOpen
      )
    }
  }

  private func sky(hour: Int, month: Int = 7, zone: String = "Europe/Vienna") -> GardenSky {
    GardenSky(minute: hour * 60, month: month, zone: zone, unixSeconds: 1_780_000_000)
  }

  private func scene(_ plants: [Plant], _ sky: GardenSky) -> String {
    GardenScene(plants, under: sky).html(label: "Your garden").markup
  }

  // MARK: Growth

  @Test(arguments: [
    (0, GrowthStage.seed), (0.099, .seed), (0.1, .sprout), (0.2, .leaf), (0.35, .bud),
    (0.7, .bloom), (0.9, .lush), (1, .lush),
  ])
  func `X-10 a plant grows with its roots`(strength: Double, stage: GrowthStage) {
    #expect(GrowthStage(strength: strength) == stage)
  }

  @Test func `X-10 each stage is drawn differently, and so is what was tended`() {
    let drawings = GrowthStage.allCases.flatMap { stage in
      [true, false].map { scene(plants(1, stage: stage, isOpen: $0), sky(hour: 12)) }
    }
    #expect(Set(drawings).count == drawings.count)
  }

  @Test func `X-10 a habit keeps its plant, and others have others`() {
    #expect(scene(plants(8), sky(hour: 12)) == scene(plants(8), sky(hour: 12)))
    let species = Set((0..<40).map { PlantSeed("habit-\($0)").species })
    #expect(species.count >= 6)
    // What is drawn on one device is drawn on every other.
    #expect(PlantSeed("tea").species == .tulip)
  }

  // MARK: The sky

  @Test(arguments: [
    (1, "Europe/Vienna", Season.winter), (7, "Europe/Vienna", .summer), (12, "US/Eastern", .winter),
    (1, "Australia/Sydney", .summer), (4, "Pacific/Auckland", .autumn), (3, "Asia/Tokyo", .spring),
    (10, "America/Sao_Paulo", .spring), (9, "Europe/Paris", .autumn),
  ])
  func `a season is that of the person's half of the earth`(
    month: Int,
    zone: String,
    season: Season
  ) {
    #expect(Season(month: month, zone: zone) == season)
  }

  @Test(arguments: ["UTC", "Etc/GMT+5", "Asia/Singapore", "Africa/Nairobi", ""])
  func `where the half of the earth is not known there is no season`(zone: String) {
    for month in 1...12 { #expect(Season(month: month, zone: zone) == nil) }
    #expect(scene([], sky(hour: 12, month: 1, zone: zone)).contains("class=\"garden day mild\""))
  }

  @Test(arguments: [nil, .spring, .summer, .autumn, .winter] as [Season?])
  func `a day has a night, a dawn, a day and a dusk`(season: Season?) {
    var minute = 0
    var lights = [Daylight(minute: 0, season: season)]
    while minute < 1440 {
      let next = Daylight.change(after: minute, season: season)
      #expect(next > minute)
      minute = next
      if minute < 1440 { lights.append(Daylight(minute: minute, season: season)) }
    }
    #expect(lights == [.night, .dawn, .day, .dusk, .night])
  }

  @Test func `the moon is new and full when it is in the sky`() {
    // New on 2024-01-11 11:57 UTC and full on 2024-01-25 17:54 UTC, by the almanac.
    let new = GardenSky(minute: 0, month: 1, zone: "UTC", unixSeconds: 1_704_974_220).moon
    let full = GardenSky(minute: 0, month: 1, zone: "UTC", unixSeconds: 1_706_205_240).moon
    #expect(min(new, 1 - new) < 0.03)
    #expect(abs(full - 0.5) < 0.03)
  }

  // MARK: The scene

  @Test func `an empty garden has a bed that waits, and a planted one has none`() {
    #expect(scene([], sky(hour: 9)).contains("<ellipse class=\"g\" cy=\"8\""))
    #expect(!scene(plants(1), sky(hour: 9)).contains("<ellipse class=\"g\" cy=\"8\""))
  }

  @Test func `few plants have a name, and many have none but for a pointer`() {
    #expect(scene(plants(6), sky(hour: 9)).components(of: "class=\"plate\"") == 6)
    let many = scene(plants(30), sky(hour: 9))
    #expect(!many.contains("class=\"plate\""))
    #expect(many.components(of: "<title>") == 30)
    #expect(scene(plants(200), sky(hour: 9)).components(of: "<title>") == GardenScene.mostPlants)
  }

  @Test(arguments: [7, 15, 25, 40])
  func `many plants stand on the lawn and away from the sides`(count: Int) throws {
    let markup = scene(plants(count), sky(hour: 9))
    let places = markup.matches(
      of: #/<svg x="([\d.]+)%" y="([\d.]+)%" overflow="visible"><g class="r/#
    )
    #expect(places.count == count)
    for place in places {
      let x = try #require(Double(place.1))
      let y = try #require(Double(place.2))
      // The tree and the cottage end above.
      #expect(y > 71 && y < 94, "\(place.0)")
      #expect(x > 3 && x < 97, "\(place.0)")
    }
  }

  @Test func `a name cannot become markup`() {
    let evil = Plant(id: "a", name: "<b>\"&", stage: .bloom, isOpen: true)
    let markup = scene([evil], sky(hour: 9))
    #expect(!markup.contains("<b>"))
    #expect(markup.contains("&lt;b&gt;&quot;&amp;"))
  }

  @Test func `it is one image without stops for the keyboard, and counts nothing`() {
    let markup = scene(plants(5), sky(hour: 9))
    #expect(markup.contains("role=\"img\" aria-label=\"Your garden\""))
    #expect(!markup.contains("<a "))
    #expect(!markup.contains("style="))
  }

  @Test func `bees come to what is open by day, and fireflies in summer nights`() {
    #expect(scene(plants(3, stage: .bloom), sky(hour: 12)).contains("class=\"bee b2\""))
    #expect(!scene(plants(3, isOpen: false), sky(hour: 12)).contains("class=\"bee"))
    #expect(!scene(plants(3), sky(hour: 12, month: 1)).contains("class=\"bee"))
    #expect(scene(plants(3), sky(hour: 0)).contains("class=\"fly"))
    #expect(!scene(plants(3), sky(hour: 0, month: 1)).contains("class=\"fly"))
  }

  @Test func `a garden stays light`() {
    #expect(scene([], sky(hour: 12)).utf8.count < 5_000)
    #expect(scene(plants(6), sky(hour: 12)).utf8.count < 13_000)
    #expect(scene(plants(30), sky(hour: 12)).utf8.count < 32_000)
    #expect(GardenStyles.rules.utf8.count < 5_000)
  }
}
