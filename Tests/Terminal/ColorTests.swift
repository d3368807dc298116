import Core
import Presentation
import Terminal
import Testing

@testable import Terminal

struct ColorTests {
  private func screen(
    _ color: ColorDepth,
    _ appearance: Appearance = .dark,
    unicode: Bool = true
  ) -> Screen {
    Screen(TerminalProfile(color: color, unicode: unicode, appearance: appearance))
  }

  private static let inks: [Ink] = [
    .accent, .done, .skipped, .protected, .missed, .muted, .warning, .danger,
    .rgb(RGB(255, 255, 0)), .rgb(RGB(0, 0, 80)),
  ]

  @Test func `each depth writes its own sequence`() {
    let text = Text("on", .color(RGB(255, 0, 0))) + Text("!", .bold)
    #expect(screen(.none).render(text) == "on!")
    #expect(screen(.sixteen).render(text) == "\u{1B}[31mon\u{1B}[0m\u{1B}[1m!\u{1B}[0m")
    #expect(
      screen(.truecolor, .light).render(Text("x", .color(RGB(120, 0, 0))))
        == "\u{1B}[38;2;120;0;0mx\u{1B}[0m"
    )
    #expect(
      screen(.indexed256, .light).render(Text("x", Style(.rgb(RGB(135, 0, 0)), .bold)))
        == "\u{1B}[1;38;5;88mx\u{1B}[0m"
    )
  }

  @Test func `nothing but the text is written without color`() {
    for ink in Self.inks + (0...10).map(Ink.shade) {
      #expect(screen(.none).render(Text("x", Style(ink, [.bold, .underline, .inverse]))) == "x")
    }
  }

  @Test func `every color of xterm's cube and gray ramp maps to itself`() {
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    for index in 16..<232 {
      let (r, g, b) = ((index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6)
      #expect(RGB(levels[r], levels[g], levels[b]).indexed256 == index)
    }
    // Where a gray of the ramp is also in the cube, or next to it, either is correct.
    for gray in 0..<24 where ![8, 9].contains(gray % 10) {
      let level = UInt8(8 + 10 * gray)
      #expect(RGB(level, level, level).indexed256 == 232 + gray)
    }
  }

  @Test func `sixteen colors keep the hue and leave gray to the terminal`() {
    #expect(RGB(hex: 0x2DA44E).sgr16 == 32)
    #expect(RGB(hex: 0xD6453D).sgr16 == 31)
    #expect(RGB(hex: 0xC27A0A).sgr16 == 33)
    #expect(RGB(hex: 0x3E84E0).sgr16 == 34)
    #expect(RGB(hex: 0xB03EE0).sgr16 == 35)
    #expect(RGB(hex: 0xE03E70).sgr16 == 31)
    #expect(RGB(hex: 0x808080).sgr16 == nil)
    #expect(screen(.sixteen).render(Text("x", .muted)) == "\u{1B}[2mx\u{1B}[0m")
  }

  @Test func `text can be read on every background`() {
    let (light, dark) = (RGB.white, RGB(hex: 0x1E1E1E))
    for ink in Self.inks {
      #expect(Palette(appearance: .light).color(ink).contrast(with: light) >= 4.5)
      #expect(Palette(appearance: .dark).color(ink).contrast(with: dark) >= 4.5)
      let either = Palette(appearance: .unknown).color(ink)
      #expect(either.contrast(with: light) >= 3 && either.contrast(with: dark) >= 3)
    }
  }

  @Test func `levels and shades grow away from the background`() {
    for (appearance, ground) in [(Appearance.light, RGB.white), (.dark, RGB(hex: 0x1E1E1E))] {
      let palette = Palette(appearance: appearance)
      let heat = (0...4).map { palette.color(.heat($0)).contrast(with: ground) }
      let shades = (0...10).map { palette.color(.shade($0)).contrast(with: ground) }
      for ramp in [heat, shades] {
        for (fainter, stronger) in zip(ramp, ramp.dropFirst()) { #expect(stronger > fainter) }
      }
      #expect(palette.color(.shade(10)) == palette.color(.heat(4)))
      #expect(palette.color(.shade(99)) == palette.color(.heat(9)))
    }
  }

  @Test func `contrast is that of WCAG`() {
    #expect(abs(RGB.white.contrast(with: .black) - 21) < 0.001)
    // The gray that WCAG's own examples give as just sufficient on white.
    #expect(abs(RGB(hex: 0x767676).contrast(with: .white) - 4.54) < 0.01)
  }
}
