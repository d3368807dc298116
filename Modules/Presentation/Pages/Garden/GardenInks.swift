import Presentation

/// The colors of the land and the sky in one light and season, as CSS.
///
/// Computed here instead of in the style sheet, which would have to contain all of them.
struct GardenInks {
  let skyTop, skyMiddle, skyBottom, halo, sun, cloud: String
  let far, middle, near, lawn, grass: String
  let crown, crownLit, crownTip, flower, otherFlower, fall: String
  let wall, roof, door, pane, bark, straw, band, can, handle, furrow, way: String

  init(_ sky: GardenSky) {
    let (tint, share, heaven) = GardenInks.light(sky)
    func ink(_ color: UInt32) -> String {
      RGB(hex: color).mixed(with: RGB(hex: tint), share: share).css
    }
    func pure(_ color: UInt32) -> String { RGB(hex: color).css }
    (skyTop, skyMiddle, skyBottom) = (pure(heaven[0]), pure(heaven[1]), pure(heaven[2]))
    (halo, sun, cloud) = (pure(heaven[3]), pure(heaven[4]), pure(heaven[5]))
    let land = GardenInks.land(sky.season)
    (far, middle, near) = (ink(land[0]), ink(land[1]), ink(land[2]))
    (lawn, grass) = (ink(land[3]), ink(land[4]))
    (crown, crownLit, crownTip) = (ink(land[5]), ink(land[6]), ink(land[7]))
    (flower, otherFlower) = (ink(land[8]), ink(land[9]))
    let isWinter = sky.season == .winter
    fall = pure(isWinter ? 0xFFFFFF : sky.season == .autumn ? 0xDD8A3A : 0xFBD3DD)
    (wall, roof) = (ink(0xF7ECD6), ink(isWinter ? 0xF3F7F9 : 0xC07A55))
    (door, bark) = (ink(0x6F4C35), ink(0x7D5F47))
    // The windows are lit as soon as the sun is low.
    pane = sky.light == .night || sky.light == .dusk ? pure(0xFFD777) : ink(0x8FB0BD)
    (straw, band) = (ink(0xE3B456), ink(0xB98531))
    (can, handle, furrow) = (ink(0x6F9FB5), ink(0x557F94), ink(0x6A4D31))
    way = ink(isWinter ? 0xD9E3E8 : 0xE2D3A6)
  }

  /// The tint that the light adds to the land and its share, and the colors of the sky.
  ///
  /// The sky has colors from the top down, then those of the halo, the sun and the clouds.
  private static func light(_ sky: GardenSky) -> (tint: UInt32, share: Double, heaven: [UInt32]) {
    switch sky.light {
    case .day where sky.season == .winter:
      (0xFFFFFF, 0, [0xB9D0E2, 0xDDE8EE, 0xF5F0EA, 0xFFF6D8, 0xFFE9A8, 0xF8FBFC])
    case .day: (0xFFFFFF, 0, [0xA9D5EE, 0xD8ECEE, 0xF6F3DD, 0xFFF6D8, 0xFFE9A8, 0xFFFFFF])
    case .dawn: (0xF6B9A4, 0.2, [0xA8B8DE, 0xF3C9C4, 0xFDE6BD, 0xFFE3B0, 0xFFDCA0, 0xFFEADF])
    case .dusk: (0xD9785C, 0.24, [0x8A86BD, 0xEDA58F, 0xFBD394, 0xFFCF8A, 0xFFC27A, 0xFFD9C2])
    case .night: (0x172763, 0.64, [0x141D3F, 0x2B3768, 0x4B5486, 0xB9C4F2, 0xFFFFFF, 0xFFFFFF])
    }
  }

  /// The hills from the farthest to the nearest, the lawn and its grass, the treetop, the flowers.
  private static func land(_ season: Season?) -> [UInt32] {
    switch season {
    case .spring:
      [
        0xB9D3B0, 0x9DC48A, 0x86B56C, 0xA3CC72, 0x6BA24B, 0xEEB0C0, 0xF8CBD5, 0xFFF1F3, 0xFFFFFF,
        0xF3A9BD,
      ]
    case .summer:
      [
        0xB9D3B0, 0x9DC48A, 0x86B56C, 0x93C26C, 0x5F9647, 0x6A9F50, 0x82B562, 0xA6CF7F, 0xFFF6DF,
        0xF0795F,
      ]
    case .autumn:
      [
        0xD3C6A0, 0xC6B379, 0xB2A35F, 0xC0B064, 0x8A8442, 0xC9702F, 0xDF9039, 0xF3BB55, 0xE9CF8A,
        0xCF6F4A,
      ]
    case .winter:
      [
        0xDFE8EE, 0xE6EEF2, 0xEDF3F5, 0xF6FAFB, 0xCFDDE4, 0x7D5F47, 0x7D5F47, 0x7D5F47, 0xFFFFFF,
        0xFFFFFF,
      ]
    case nil:
      [
        0xB9D3B0, 0x9DC48A, 0x86B56C, 0x93C26C, 0x5F9647, 0x6A9F50, 0x82B562, 0xA6CF7F, 0xFFFFFF,
        0xF7D268,
      ]
    }
  }
}
