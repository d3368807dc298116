import CommandKit
import Core
import ProfileSurface
import StreaksSurface
import TrackingSurface

/// The products that this build can be run as, and what their modules show on a command line.
public enum Catalog {
  /// In the order in which they are offered; the first is the one for people who did not choose.
  public static let products: [Product] = [.hobbyist, .beebloom]

  private static let surfaces: [any Surface.Type] = [
    TrackingSurface.self, StreaksSurface.self, ProfileSurface.self,
  ]

  public static func product(named name: String) -> Product? {
    products.first { $0.name == name.lowercased() }
  }

  /// The surfaces of the modules that `product` has.
  public static func surfaces(of product: Product) -> [any Surface.Type] {
    let names = product.modules.map { $0.manifest.name }
    return surfaces.filter { names.contains($0.module) }
  }
}
