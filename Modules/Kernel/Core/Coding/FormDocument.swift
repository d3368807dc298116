/// A value whose kind is known before its text is parsed, such as a query parameter of a URL.
public enum FormValue: Sendable, Equatable {
  case text(String)
  case flag(Bool)
  /// A number in the format that `Int64` and `Double` parse.
  case number(String)
  case list([FormValue])
}

/// Lays plain values out as the scanner does with JSON, so that one decoder reads both.
struct FormDocument {
  private var bytes: [UInt8] = []
  private var tokens: ContiguousArray<JSONDocument.Token> = []

  init(_ members: [(name: String, value: FormValue)]) {
    let whole = open(.object, in: -1, ordinal: 0)
    for (ordinal, member) in members.enumerated() {
      add(.text, member.name, in: whole, ordinal: 0)
      add(member.value, in: whole, ordinal: ordinal)
    }
    close(whole)
  }

  var document: JSONDocument { JSONDocument(bytes: bytes, tokens: tokens) }

  private mutating func add(_ value: FormValue, in parent: Int, ordinal: Int) {
    switch value {
    case .text(let text): add(.text, text, in: parent, ordinal: ordinal)
    case .number(let digits): add(.number, digits, in: parent, ordinal: ordinal)
    case .flag(let isTrue): add(isTrue ? .yes : .no, "", in: parent, ordinal: ordinal)
    case .list(let elements):
      let list = open(.list, in: parent, ordinal: ordinal)
      for (ordinal, element) in elements.enumerated() { add(element, in: list, ordinal: ordinal) }
      close(list)
    }
  }

  private mutating func add(
    _ kind: JSONDocument.Kind,
    _ text: String,
    in parent: Int,
    ordinal: Int
  ) {
    let index = open(kind, in: parent, ordinal: ordinal)
    bytes.append(contentsOf: text.utf8)
    close(index)
  }

  private mutating func open(_ kind: JSONDocument.Kind, in parent: Int, ordinal: Int) -> Int {
    tokens.append(
      JSONDocument.Token(
        kind: kind,
        start: Int32(bytes.count),
        end: 0,
        next: 0,
        parent: Int32(parent),
        ordinal: Int32(ordinal)
      )
    )
    return tokens.count - 1
  }

  private mutating func close(_ index: Int) {
    tokens[index].end = Int32(bytes.count)
    tokens[index].next = Int32(tokens.count)
  }
}
