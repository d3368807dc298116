import CCairo
import Core
import Locks

/// The functions of cairo, loaded when the first picture is drawn.
struct Cairo {
  let functions: cairo_table

  /// The file name of cairo on Linux.
  static let library = "libcairo.so.2"

  /// Loads the library with that name.
  ///
  /// - Throws: `DomainError` with a message for the user.
  static func load(_ library: String) throws -> Cairo {
    guard let table = cairo_table_load(library) else {
      throw DomainError(
        "no-cairo",
        "Drawing a PNG or a PDF needs the library cairo, which this system does not have. "
          + "Nothing was written. Install it (on Debian and Ubuntu: apt install libcairo2 "
          + "fonts-dejavu-core), or name a file that ends with .svg: that needs nothing."
      )
    }
    return Cairo(functions: table.pointee)
  }

  /// Returns the loaded library.
  ///
  /// Loading is retried after a failure, so that running programs find a library that is installed
  /// later.
  static func shared() throws -> Cairo {
    try loaded.withLock { loaded in
      if let loaded { return loaded }
      let cairo = try load(library)
      loaded = cairo
      return cairo
    }
  }

  private static let loaded = Locked<Cairo?>(nil)

  static var failure: DomainError {
    DomainError(
      "picture-failed",
      "The picture could not be drawn. Nothing was written, and your data is untouched. "
        + "A file that ends with .svg is drawn another way."
    )
  }
}

// The values of cairo's enumerations, from its manual.
extension Cairo {
  static let argb32: Int32 = 0
  static let normalSlant: Int32 = 0
  static let hintsOff: Int32 = 1
  static let grayEdges: Int32 = 2
  static let createDate: Int32 = 5
  static let family = "DejaVu Sans"
}

/// A surface to draw on, destroyed with its last reference.
final class CairoSurface {
  let cairo: Cairo
  let surface: OpaquePointer
  let context: OpaquePointer

  init(_ cairo: Cairo, _ surface: OpaquePointer) throws {
    self.cairo = cairo
    self.surface = surface
    context = cairo.functions.create(surface)
    let options = cairo.functions.font_options_create()
    // Hinting fits letters to pixels, which would make widths differ between sizes and formats.
    cairo.functions.font_options_set_hint_style(options, Cairo.hintsOff)
    cairo.functions.font_options_set_hint_metrics(options, Cairo.hintsOff)
    cairo.functions.font_options_set_antialias(options, Cairo.grayEdges)
    cairo.functions.set_font_options(context, options)
    cairo.functions.font_options_destroy(options)
    try check()
  }

  /// Creates a surface of pixels.
  convenience init(_ cairo: Cairo, width: Int, height: Int) throws {
    let size = (Int32(width), Int32(height))
    try self.init(cairo, cairo.functions.image_surface_create(Cairo.argb32, size.0, size.1))
  }

  deinit {
    cairo.functions.destroy(context)
    cairo.functions.surface_destroy(surface)
  }

  /// Throws if drawing failed; cairo keeps the first error of a surface and then does nothing.
  func check() throws {
    let functions = cairo.functions
    guard functions.status(context) == 0, functions.surface_status(surface) == 0 else {
      throw Cairo.failure
    }
  }

  func choose(size: Double, isBold: Bool) {
    withCopy(of: Cairo.family) {
      cairo.functions.select_font_face(context, $0, Cairo.normalSlant, isBold ? 1 : 0)
    }
    cairo.functions.set_font_size(context, size)
  }

  /// Calls `body` with a mutable copy of `text`.
  ///
  /// cairo 1.16 writes to its argument in some cases, although it is declared const.
  func withCopy<Result>(
    of text: String,
    _ body: (UnsafePointer<CChar>) throws -> Result
  ) rethrows
    -> Result
  {
    var copy = Array(text.utf8CString)
    return try copy.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("a C string has an end") }
      return try body(base)
    }
  }
}
