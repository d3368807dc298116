import Testing

@testable import TrackingFormats

struct CSVTableTests {
  private func table(_ text: String) throws -> CSVTable {
    try CSVTable(Array(text.utf8), name: "t.csv")
  }

  @Test func `quotes, commas and line breaks within a field are kept`() throws {
    let table = try table("a,b\r\n\"x, \"\"y\"\"\",\"1\r\n2\"\r\nplain,\r\n")
    #expect(table.rows.map(\.fields) == [["x, \"y\"", "1\r\n2"], ["plain", ""]])
    #expect(table.rows.map(\.line) == [2, 4])
  }

  @Test func `spaces around a quoted field are no part of it`() throws {
    let table = try table("a, \"b\",c\n1, \"x, \"\"y\"\"\nz\" ,  \"\"\n2, 3 ,4\n")
    #expect(table.titles.fields == ["a", "b", "c"])
    #expect(table.rows.map(\.fields) == [["1", "x, \"y\"\nz", ""], ["2", " 3 ", "4"]])
    #expect(table.rows.map(\.line) == [2, 4])
  }

  @Test func `a text that begins with spaces and a quotation mark is taken as it is`() throws {
    let table = try table("a,b\n1, \"x\" he said\n2, 5\" and\n3, \"never, ends\n")
    #expect(
      table.rows.map(\.fields) == [
        ["1", " \"x\" he said"], ["2", " 5\" and"], ["3", " \"never", " ends"],
      ]
    )
  }

  @Test(arguments: ["a\n1\n", "a\r1\r", "a\r\n1\r\n", "a\n1", "\u{FEFF}a\n\n1\n\n"])
  func `any line ending, empty lines and a byte order mark are taken`(text: String) throws {
    let table = try table(text)
    #expect(table.titles.fields == ["a"])
    #expect(table.rows.map(\.fields) == [["1"]])
  }

  @Test func `lines of empty cells are no rows`() throws {
    let table = try table(",,\na,b,c\n1,,\n,,\n,,\n")
    #expect(table.titles.fields == ["a", "b", "c"])
    #expect(table.rows.map(\.fields) == [["1", "", ""]])
  }

  @Test(arguments: [
    ("a,b", ","), ("a;b", ";"), ("a\tb", "\t"), ("a", ","), ("a;b,c;d", ";"),
    ("\"a; b; c\",d", ","), ("\u{FEFF}\"a, \"\"b\"\", c\";d", ";"), ("5\";b;\"c,\nd,,\"", ";"),
    ("\"\";b", ";"), ("a;\"b\",c,d\";e,,,", ","), ("a;b\n,,,", ";"),
    ("a; \"b, c, d\"", ";"),
  ])
  func `the separator is one that separates`(text: String, separator: String) {
    #expect([CSVTable.separator(of: Array(text.utf8))] == Array(separator.utf8))
  }

  @Test(arguments: [",", ";", "\t"])
  func `a line that names the separator is no title`(separator: String) throws {
    let text = "sep=\(separator)\r\na\(separator)b\r\n1\(separator)2\r\n"
    let bytes = Array(text.utf8)
    let table = try CSVTable(bytes, name: "t.csv", separator: CSVTable.separator(of: bytes))
    #expect(table.titles.fields == ["a", "b"])
    #expect(table.rows.map(\.line) == [3])
  }

  @Test func `columns are found whatever their case and punctuation`() throws {
    let table = try table("Target Type,Archived?\n")
    #expect(table.column("target type") == 0)
    #expect(table.column("missing", "archived") == 1)
    #expect(table.column("missing") == nil)
  }

  @Test func `an open quotation mark is told with its line`() {
    #expect(
      throws: FormatError(
        file: "t.csv",
        place: "line 2",
        problem: "a text in quotation marks that begins here never ends"
      )
    ) { try table("a\n\"x\ny\n") }
  }

  @Test func `bytes that are not UTF-8 are told with their line`() {
    #expect(
      throws: FormatError(
        file: "t.csv",
        place: "line 2",
        problem: "this is not text in UTF-8; save the file once more in that encoding"
      )
    ) { try CSVTable([0x61, 0x0A, 0xFF, 0x0A], name: "t.csv") }
  }
}
