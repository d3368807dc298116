import Commands
import Core
import Locks
import Pages
import Presentation

/// The contributions of a module, for tests: pages, forms, a document and files.
enum GardenPresentation: PagePresentation {
  static let module = "tracking"
  static let commands: [any TrellisCommand.Type] = []

  struct Oops: Error {}

  static var pages: [Page] {
    [
      Page("/today", tab: Tab(Phrase("test.today", "Today"), icon: .today, order: 1)) { request in
        PageContent(title: "Today", body: "<h1>Today</h1><p>\(request.path)</p>")
      },
      Page("/plants/{id}") { request in
        let id = try request.parameter("id")
        guard id != "gone" else { throw NotFound() }
        return PageContent(title: id, body: "<h1>\(id)</h1><p>\(request.query["q"] ?? "-")</p>")
      },
      Page("/plants/new") { _ in PageContent(title: "New", body: "<h1>A new plant</h1>") },
      Page("/widget", isEmbeddable: true) { request in
        let form = request.mayAct ? request.form("test.tap", "<button>Tap</button>") : .empty
        return PageContent(title: "Widget", isBare: true, body: "<p>small</p>\(form)")
      },
      Page("/broken") { _ in throw Oops() },
      Page("/sow") { request in
        let form = request.form("test.water", fields: [("plant", "fern")], "<button>Sow</button>")
        return PageContent(title: "Sow", body: form)
      },
      Page("/plant") { request in
        let fields: HTML = """
          \(HTML.field(label: "Name", name: "name"))\(HTML.field(label: "Height", name: "height"))
          """
        let form = request.form("test.plant", "\(fields)<button>Plant</button>")
        return PageContent(title: "Plant", body: form)
      },
    ]
  }

  static var actions: [FormAction] {
    [
      FormAction("test.water") { fields, _ in
        watered.withLock { $0[fields["plant"] ?? "", default: 0] += 1 }
        let undo = Undo("test.dry", ["plant": fields["plant"] ?? ""])
        return .done("Watered \(fields["plant"] ?? "it").", undo: undo)
      },
      FormAction("test.when") { _, context in .done("\(context.now.milliseconds)") },
      FormAction("test.tap", isEmbeddable: true) { _, _ in .back },
      FormAction("test.refuse") { fields, _ in
        watered.withLock { $0[fields["plant"] ?? "", default: 0] += 1 }
        throw DomainError("too-wet", "It is wet already.")
      },
      FormAction("test.plant") { fields, _ in
        throw DomainError("too-high", "\(fields["height"] ?? "") m is too high.", about: "height")
      },
      FormAction("test.refuse-elsewhere") { _, _ in
        throw DomainError("elsewhere", "Do it with  trellis garden", onPages: "Do it below.")
      },
      FormAction("test.break") { _, _ in throw Oops() },
      FormAction("test.away") { fields, _ in ActionResult(fields["to"]) },
      FormAction("test.upload") { fields, _ in
        let file = try fields.file("file")
        return .done("\(file.name): \(file.bytes.count) bytes, \(fields.all("tag").count) tags")
      },
    ]
  }

  static var documents: [DocumentEndpoint] {
    [
      DocumentEndpoint(
        "garden",
        "The garden.",
        parameters: [
          DocumentParameter("rows", .number(1...5), "How many rows."),
          DocumentParameter("day", .day, "The day."),
          DocumentParameter("size", .oneOf(["small", "large"]), "How much of it."),
        ]
      ) { request in ["rows": request.number("rows") ?? 3] }
    ]
  }

  static var downloads: [Download] {
    [
      Download("/pictures/{name}.txt") { request in
        DownloadedFile(
          Array(try request.parameter("name").utf8),
          contentType: "text/plain",
          name: request.query["as"]
        )
      },
      Download("/books/{pages}") { request in
        let pages = Int(try request.parameter("pages")) ?? 0
        let content = DownloadedFile.Content.written { write in
          for page in 0..<pages { try await write(GardenPresentation.page(page)) }
          if pages % 2 == 1 { throw DomainError("page-missing", "The last page is missing.") }
        }
        return DownloadedFile(content, contentType: "text/plain", name: "book.txt")
      },
      Download("/lists/{kind}") { request in
        let lines = (0..<500).map { "\($0),fern,watered\r\n" }.joined()
        let type = try request.parameter("kind").split(separator: "-", maxSplits: 1)
        return DownloadedFile(Array(lines.utf8), contentType: type.joined(separator: "/"))
      },
    ]
  }

  /// A thousandth of what is kept of a file before it is sent in pieces.
  static func page(_ number: Int) -> [UInt8] {
    Array(repeating: UInt8(ascii: "a") + UInt8(number % 26), count: (1 << 20) / 1000)
  }

  /// How often each plant was watered, or should have been; each test names its own plants.
  private static let watered = Locked<[String: Int]>([:])

  static func waterings(of plant: String) -> Int { watered.withLock { $0[plant] ?? 0 } }
}
