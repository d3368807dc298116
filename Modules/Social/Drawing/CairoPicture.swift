import CCairo
import Core
import Presentation

/// Draws the shapes of a page with cairo.
struct CairoPicture {
  let cairo: Cairo
  let shapes: [Shape]

  init(_ cairo: Cairo, _ shapes: [Shape]) {
    self.cairo = cairo
    self.shapes = shapes
  }

  func png(scale: Int) throws -> [UInt8] {
    let surface = try CairoSurface(
      cairo,
      width: CardPage.width * scale,
      height: CardPage.height * scale
    )
    cairo.functions.scale(surface.context, Double(scale), Double(scale))
    try paint(on: surface)
    var bytes: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &bytes) {
      cairo.functions.surface_write_to_png_stream(surface.surface, appendBytes, $0)
    }
    guard status == 0 else { throw Cairo.failure }
    return bytes
  }

  /// - Parameter day: The creation date in the file. The actual time would make every file differ,
  ///   and reveal more than was requested.
  func pdf(createdOn day: Day) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try withUnsafeMutablePointer(to: &bytes) { pointer in
      let (width, height) = (Double(CardPage.width), Double(CardPage.height))
      let surface = try CairoSurface(
        cairo,
        cairo.functions.pdf_surface_create_for_stream(appendBytes, pointer, width, height)
      )
      surface.withCopy(of: "\(day)T00:00:00Z") {
        cairo.functions.pdf_surface_set_metadata(surface.surface, Cairo.createDate, $0)
      }
      try paint(on: surface)
      // Writes the rest of the file, which must happen before the bytes are released.
      cairo.functions.surface_finish(surface.surface)
      guard cairo.functions.surface_status(surface.surface) == 0 else { throw Cairo.failure }
    }
    return bytes
  }

  private func paint(on surface: CairoSurface) throws {
    for shape in shapes { paint(shape, surface) }
    try surface.check()
  }

  private func paint(_ shape: Shape, _ surface: CairoSurface) {
    switch shape {
    case .box(let frame, let radius, let color):
      fill(.box(frame, radius: radius), color, surface)
    case .area(let outline, let color): fill(outline, color, surface)
    case .frame(let frame, let radius, let width, let color):
      trace(.box(frame, radius: radius), surface)
      use(color, surface)
      cairo.functions.set_line_width(surface.context, width)
      cairo.functions.stroke(surface.context)
    case .text(let line): write(line, surface)
    }
  }

  private func fill(_ outline: Outline, _ color: RGB, _ surface: CairoSurface) {
    trace(outline, surface)
    use(color, surface)
    cairo.functions.fill(surface.context)
  }

  private func use(_ color: RGB, _ surface: CairoSurface) {
    let shares = [color.red, color.green, color.blue].map { Double($0) / 255 }
    cairo.functions.set_source_rgb(surface.context, shares[0], shares[1], shares[2])
  }

  private func trace(_ outline: Outline, _ surface: CairoSurface) {
    let (functions, context) = (cairo.functions, surface.context)
    for step in outline.steps {
      switch step {
      case .move(let p): functions.move_to(context, p.x, p.y)
      case .line(let p): functions.line_to(context, p.x, p.y)
      case .curve(let a, let b, let c):
        functions.curve_to(context, a.x, a.y, b.x, b.y, c.x, c.y)
      case .close: functions.close_path(context)
      }
    }
  }

  private func write(_ line: TextLine, _ surface: CairoSurface) {
    surface.choose(size: line.size, isBold: line.isBold)
    use(line.color, surface)
    surface.withCopy(of: line.text) { text in
      var extents = cairo_text_extents_t()
      cairo.functions.text_extents(surface.context, text, &extents)
      let before = [.start: 0, .middle: extents.x_advance / 2, .end: extents.x_advance][line.anchor]
      cairo.functions.move_to(surface.context, line.at.x - (before ?? 0), line.at.y)
      cairo.functions.show_text(surface.context, text)
    }
  }
}

/// Appends a chunk of a file from cairo; `closure` points to the bytes so far.
private func appendBytes(
  _ closure: UnsafeMutableRawPointer?,
  _ data: UnsafePointer<UInt8>,
  _ length: UInt32
)
  -> Int32
{
  let bytes = closure?.assumingMemoryBound(to: [UInt8].self)
  bytes?.pointee.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
  return 0
}
