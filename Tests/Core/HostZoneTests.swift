import Testing

@testable import Core
@testable import TimeZones

@Suite struct HostZoneTests {
  /// A computer with three zones; its link leads to Test/Link and its file names Test/File.
  private func host(
    variable: String?,
    link: String? = "/x/zoneinfo/Test/Link",
    file: String? = "Test/File\n"
  ) throws -> (host: HostZone, folder: SampleFolder) {
    let zone = SampleTZif(footer: "AAA-1").bytes
    var files = [
      "zoneinfo/Test/Link": zone, "zoneinfo/Test/File": zone, "zoneinfo/Test/Own": zone,
    ]
    files["timezone"] = file.map { Array($0.utf8) }
    let folder = try SampleFolder(files)
    if let link { try folder.link("localtime", to: link) }
    let host = HostZone(
      variable: variable,
      link: "\(folder.path)/localtime",
      file: "\(folder.path)/timezone",
      database: ZoneDatabase(folder: "\(folder.path)/zoneinfo")
    )
    return (host, folder)
  }

  @Test(arguments: [
    ("Test/Own", "Test/Own"), (":Test/Own", "Test/Own"), ("", "UTC"), (":", "UTC"),
    ("/x/zoneinfo/Test/Own", "Test/Own"), (":/x/zoneinfo/posix/Test/Own", "Test/Own"),
    ("UTC", "UTC"), ("No/Where", "Test/Link"), ("CET-1CEST,M3.5.0,M10.5.0/3", "Test/Link"),
    ("../zoneinfo/Test/Own", "Test/Link"), (nil, "Test/Link"),
  ])
  func `the variable TZ goes first when it names a zone`(variable: String?, name: String) throws {
    let (host, folder) = try host(variable: variable)
    defer { folder.remove() }
    #expect(host.identifier == name)
  }

  @Test func `the link may be named by TZ or lead to another link`() throws {
    let (named, folder) = try host(variable: nil, link: "second", file: nil)
    defer { folder.remove() }
    #expect(named.identifier == "UTC")
    try folder.link("second", to: "zoneinfo/Test/Link")
    #expect(named.identifier == "Test/Link")
    var other = named
    other.variable = ":\(folder.path)/localtime"
    other.link = "/nowhere"
    #expect(other.identifier == "Test/Link")
  }

  @Test func `without a link the file counts, without both it is UTC`() throws {
    let (byFile, first) = try host(variable: nil, link: nil)
    defer { first.remove() }
    #expect(byFile.identifier == "Test/File")
    let (elsewhere, second) = try host(variable: nil, link: "/etc/passwd")
    defer { second.remove() }
    #expect(elsewhere.identifier == "Test/File")
    let (neither, third) = try host(variable: nil, link: nil, file: nil)
    defer { third.remove() }
    #expect(neither.identifier == "UTC")
  }

  @Test func `this computer has a zone`() {
    #expect(!Zone.system().identifier.isEmpty)
  }
}
