import Core
import Glibc
import HTTPServing
import NIOCore
import ServiceLifecycle

/// Serves HTTP at addresses of the configuration, and says in words why it cannot listen there.
struct ListeningService: ServiceLifecycle.Service {
  let service: HTTPService
  let listeners: [HTTPListener]
  /// The name of the addresses in the configuration.
  let setting: String

  /// - Throws: a ``DomainError`` when an address is in use, not permitted or unknown.
  func run() async throws {
    do {
      try await service.run()
    } catch let error as IOError {
      throw inWords(error)
    } catch is SocketAddressError.UnknownHost {
      throw unknown
    }
  }

  private var place: String {
    let places = listeners.compactMap { listener -> String? in
      guard case .network(let host, let port, _) = listener else { return nil }
      return ListenAddress(host: host, port: port).text
    }
    return (places.count == 1 ? "" : "one of ") + places.joined(separator: ", ")
  }

  private var unknown: DomainError {
    DomainError(
      "address-unknown",
      "This machine has no address such as \(place). Nothing was changed: name one of its own "
        + "( \(setting)  in the configuration)."
    )
  }

  private func inWords(_ error: IOError) -> any Error {
    switch error.errnoCode {
    case EADDRINUSE:
      // The system does not say whether it is this program that has the place.
      let (overlap, way) =
        listeners.count == 1
        ? ("", "another port")
        : (", or one of these is part of another, as 127.0.0.1 is of 0.0.0.0", "other addresses")
      return DomainError(
        "port-in-use",
        "Another program listens at \(place) already\(overlap). Nothing was changed: end that program, "
          + "which  ss -ltnp  names, or take \(way) ( \(setting)  in the configuration)."
      )
    case EACCES:
      return DomainError(
        "port-forbidden",
        "This system does not let this user listen at \(place). Nothing was changed: take a port "
          + "above 1023 ( \(setting)  in the configuration), or give the service the right to it."
      )
    case EADDRNOTAVAIL: return unknown
    default: return error
    }
  }
}
