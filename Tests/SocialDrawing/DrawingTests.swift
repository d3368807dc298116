import Core
import Foundation
import FoundationXML
import SocialContract
import StreaksContract
import Testing

@testable import SocialDrawing

@Suite struct DrawingTests {
  private func number(_ bytes: [UInt8], at offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  @Test(arguments: Samples.all.indices, [1, 2])
  func `a PNG has the size that was asked for`(card: Int, scale: Int) throws {
    let look = Samples.look(scale: scale)
    let bytes = try CardDrawing.draw(Samples.all[card], as: .png, look: look)
    #expect(Array(bytes.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(number(bytes, at: 16) == 540 * scale)
    #expect(number(bytes, at: 20) == 675 * scale)
  }

  @Test(arguments: Samples.all.indices)
  func `a PDF is a page of text that says nothing of when it was drawn`(card: Int) throws {
    let bytes = try CardDrawing.draw(Samples.all[card], as: .pdf, look: Samples.look())
    #expect(bytes.starts(with: Array("%PDF-1.".utf8)))
    #expect(
      bytes.suffix(7).starts(with: Array("%%EOF".utf8))
        || bytes.suffix(6) == Array("%%EOF\n".utf8)[...]
    )
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#/\/CreationDate \((D:)?20261121/#))
    #expect(text.contains("0 0 540 675"))
  }

  @Test(arguments: Samples.all.indices, [false, true])
  func `an SVG is well-formed, with a rectangle for each day`(card: Int, dark: Bool) throws {
    let card = Samples.all[card]
    let bytes = try CardDrawing.draw(card, as: .svg, look: Samples.look(dark: dark))
    let elements = try Elements.parsed(bytes)
    #expect(elements.names.first == "svg")
    #expect(elements.attributes["viewBox"] == "0 0 540 675")
    #expect(elements.attributes["width"] == "1080")
    let rectangles = elements.names.count { $0 == "rect" }
    #expect(rectangles >= (card.grid?.days.count ?? 0) + 1)
  }

  @Test(arguments: Samples.all.indices, PictureFormat.allCases)
  func `the same card is the same bytes, and dark is not light`(
    card: Int,
    format: PictureFormat
  ) throws {
    let card = Samples.all[card]
    let first = try CardDrawing.draw(card, as: format, look: Samples.look())
    let second = try CardDrawing.draw(card, as: format, look: Samples.look())
    let dark = try CardDrawing.draw(card, as: format, look: Samples.look(dark: true))
    #expect(first == second)
    #expect(first != dark)
  }

  @Test func `where cairo is not there, a sentence says what to do, and an SVG is drawn`() throws {
    let absent = { try Cairo.load("libcairo-that-is-not-there.so.9") }
    for format in [PictureFormat.png, .pdf] {
      let refusal = #expect(throws: DomainError.self) {
        try CardDrawing.draw(
          Samples.milestone(),
          as: format,
          look: Samples.look(),
          cairo: absent
        )
      }
      #expect(refusal?.code == "no-cairo")
      #expect(refusal?.message.contains("libcairo2") == true)
      #expect(refusal?.message.contains("Nothing was written") == true)
      #expect(refusal?.message.contains(".svg") == true)
    }
    let look = Samples.look()
    let svg = try CardDrawing.draw(Samples.milestone(), as: .svg, look: look, cairo: absent)
    #expect(!svg.isEmpty)
  }

  @Test func `a library that is not cairo is not taken for it`() {
    #expect(throws: DomainError.self) { try Cairo.load("libc.so.6") }
  }
}

/// The elements that an independent XML parser finds.
private final class Elements: NSObject, XMLParserDelegate {
  var names: [String] = []
  var attributes: [String: String] = [:]

  static func parsed(_ bytes: [UInt8]) throws -> Elements {
    let elements = Elements()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = elements
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    return elements
  }

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    if names.isEmpty { self.attributes = attributes }
    names.append(name)
  }
}
