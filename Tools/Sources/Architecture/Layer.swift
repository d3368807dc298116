/// The layer of a target, derived from its folder.
public enum Layer: Sendable, Equatable {
  case kernel
  /// `Modules/Presentation`: what presentations of modules are made with.
  case toolkit
  case contract(module: String)
  case domain(module: String)
  case presentation(module: String)
  /// Other parts of a module, such as readers of foreign file formats.
  case part(module: String)
  /// `Apps/Products`: the only place that names concrete modules.
  case products
  case app
  case test
  case tool

  public init(path: String) {
    let parts = path.split(separator: "/").map(String.init)
    switch parts.first {
    case "Modules" where parts.dropFirst().first == "Kernel": self = .kernel
    case "Modules" where parts.dropFirst().first == "Presentation": self = .toolkit
    case "Modules" where parts.count > 2: self = Layer(folder: parts[2], of: parts[1])
    case "Modules": self = .kernel
    case "Apps": self = parts.dropFirst().first == "Products" ? .products : .app
    case "Tests": self = .test
    default: self = .tool
    }
  }

  private init(folder: String, of module: String) {
    switch folder {
    case "Contract": self = .contract(module: module)
    case "Domain": self = .domain(module: module)
    case "Presentation": self = .presentation(module: module)
    default: self = .part(module: module)
    }
  }

  var isContract: Bool { if case .contract = self { true } else { false } }

  /// Domains and presentations, which only products may combine.
  var isConcrete: Bool {
    switch self {
    case .domain, .presentation: true
    default: false
    }
  }

  /// The feature module of the target; nil outside of modules.
  var module: String? {
    switch self {
    case .contract(let module), .domain(let module), .presentation(let module), .part(let module):
      module
    case .kernel, .toolkit, .products, .app, .test, .tool: nil
    }
  }
}
