import CCairo

/// Measures texts as cairo draws them.
final class CairoText: TextMeasure {
  private let surface: CairoSurface

  init(_ cairo: Cairo) throws { surface = try CairoSurface(cairo, width: 1, height: 1) }

  func width(of text: String, size: Double, isBold: Bool) -> Double {
    surface.choose(size: size, isBold: isBold)
    var extents = cairo_text_extents_t()
    surface.withCopy(of: text) {
      surface.cairo.functions.text_extents(surface.context, $0, &extents)
    }
    return extents.x_advance
  }

  /// Whether the font has every letter of `text`, and the script needs no shaping.
  func canDraw(_ text: String) -> Bool {
    guard !text.isEmpty, !text.unicodeScalars.contains(where: TitleText.needsShaping) else {
      return false
    }
    surface.choose(size: 20, isBold: true)
    let functions = surface.cairo.functions
    var glyphs: UnsafeMutablePointer<cairo_glyph_t>?
    var count: Int32 = 0
    let status = surface.withCopy(of: text) {
      functions.scaled_font_text_to_glyphs(
        functions.get_scaled_font(surface.context),
        0,
        0,
        $0,
        Int32(text.utf8.count),
        &glyphs,
        &count,
        nil,
        nil,
        nil
      )
    }
    defer { functions.glyph_free(glyphs) }
    guard status == 0, let glyphs else { return false }
    // Glyph 0 of a font represents every letter that it lacks.
    return UnsafeBufferPointer(start: glyphs, count: Int(count)).allSatisfy { $0.index != 0 }
  }
}
