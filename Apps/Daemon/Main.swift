import Core
import Web

@main
enum Main {
  static func main() {}
}
