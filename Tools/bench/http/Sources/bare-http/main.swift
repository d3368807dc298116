import Hummingbird

struct Reply: ResponseEncodable {
  let done: Bool
}

let router = Router()
router.get("/") { _, _ in Reply(done: true) }
let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 4799
let app = Application(
  router: router,
  configuration: .init(address: .hostname("127.0.0.1", port: port))
)
try await app.runService()
