import ServiceLifecycle

extension ServiceGroupConfiguration.ServiceConfiguration {
  /// A service that the library calls by the name of its type.
  ///
  /// By itself the library describes each service with all that it holds, at its start and in its
  /// log.
  package static func named(
    _ service: any Service,
    whenDone behavior: TerminationBehavior = .cancelGroup
  ) -> Self {
    Self(
      service: service,
      successTerminationBehavior: behavior,
      serviceName: "\(type(of: service))"
    )
  }
}
