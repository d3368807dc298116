// swift-tools-version: 6.2
import PackageDescription

// One line per feature module; each expands to <Name>Contract, <Name>Domain, <Name>Presentation and
// <Name>Tests. `consumes` lists the modules whose contracts the domain may read, `shows` those
// whose contracts only the presentation needs, `has` an extra part that the presentation uses.
let features: [Feature] = [
  Feature("Profile", shows: ["Gamification"]),
  Feature("Tracking", shows: ["Profile", "Streaks", "Gamification", "Reminders"]),
  Feature("Streaks", consumes: ["Tracking"]),
  Feature("Sobriety", consumes: ["Tracking"], shows: ["Profile"]),
  Feature("Widget", consumes: ["Tracking", "Streaks"]),
  Feature("Telemetry"),
  Feature("Reminders", consumes: ["Tracking", "Streaks", "Profile", "Sobriety"]),
  Feature("Gamification", consumes: ["Tracking", "Streaks"], shows: ["Profile", "Sobriety"]),
  Feature("Social", consumes: ["Tracking", "Streaks", "Sobriety", "Gamification"], has: "Drawing"),
  // scaffold:features
]

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser",
  package: "swift-argument-parser"
)
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")

// The web stack is heavy to build. It is behind a trait, so that plugin authors, who ask for
// `traits: []`, fetch none of it.
let web: [Target.Dependency] = [
  .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Web"])),
  .product(name: "HummingbirdCore", package: "hummingbird", condition: .when(traits: ["Web"])),
  .product(name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["Web"])),
  .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Web"])),
  .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Web"])),
  .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Web"])),
  .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Web"])),
  .product(
    name: "ServiceLifecycle",
    package: "swift-service-lifecycle",
    condition: .when(traits: ["Web"])
  ),
]

let kernel: [Target] = [
  .systemLibrary(
    name: "CUV",
    path: "Modules/Kernel/CUV",
    pkgConfig: "libuv",
    providers: [.apt(["libuv1-dev"])]
  ),
  .systemLibrary(
    name: "CSQLite",
    path: "Modules/Kernel/CSQLite",
    pkgConfig: "sqlite3",
    providers: [.apt(["libsqlite3-dev"])]
  ),
  .systemLibrary(
    name: "CZlib",
    path: "Modules/Kernel/CZlib",
    pkgConfig: "zlib",
    providers: [.apt(["zlib1g-dev"])]
  ),
  .systemLibrary(name: "CMalloc", path: "Modules/Kernel/CMalloc"),
  .target(
    name: "CLibraryTable",
    path: "Modules/Kernel/CLibraryTable",
    linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]
  ),
  .target(
    name: "TimeZones",
    dependencies: ["Locks", "FileSystem"],
    path: "Modules/Kernel/TimeZones"
  ),
  .target(name: "Locks", path: "Modules/Kernel/Locks"),
  .target(name: "FileSystem", path: "Modules/Kernel/FileSystem"),
  .target(name: "Compression", dependencies: ["CZlib"], path: "Modules/Kernel/Compression"),
  .target(name: "Core", dependencies: ["TimeZones"], path: "Modules/Kernel/Core"),
  .target(name: "Loop", dependencies: ["CUV", "Locks"], path: "Modules/Kernel/Loop"),
  .target(name: "EventDispatch", path: "Modules/Kernel/EventDispatch"),
  .target(
    name: "Bus",
    dependencies: ["EventDispatch", "Locks", "Loop"],
    path: "Modules/Kernel/Bus"
  ),
  .target(
    name: "Journals",
    dependencies: ["Core", "Locks", crypto],
    path: "Modules/Kernel/Journals"
  ),
  .target(name: "SQLite", dependencies: ["CSQLite"], path: "Modules/Kernel/SQLite"),
  .target(
    name: "SQLiteJournal",
    dependencies: ["Locks", "Core", "FileSystem", "Journals", "SQLite"],
    path: "Modules/Kernel/SQLiteJournal"
  ),
  .target(
    name: "CPostgreSQL",
    dependencies: ["CLibraryTable"],
    path: "Modules/Kernel/CPostgreSQL"
  ),
  .target(
    name: "PostgreSQL",
    dependencies: ["CPostgreSQL"],
    path: "Modules/Kernel/PostgreSQL"
  ),
  .target(
    name: "PostgreSQLJournal",
    dependencies: ["Locks", "Core", "Journals", "PostgreSQL"],
    path: "Modules/Kernel/PostgreSQLJournal"
  ),
  .executableTarget(
    name: "journal-stress",
    dependencies: ["Core", "Journals", "SQLiteJournal"],
    path: "Tools/journal-stress"
  ),
  .target(
    name: "Engine",
    dependencies: ["Core", "EventDispatch", "Journals"],
    path: "Modules/Kernel/Engine"
  ),
  .target(
    name: "Sync",
    dependencies: ["Core", "Engine", "Journals"],
    path: "Modules/Kernel/Sync",
    exclude: ["README.md"]
  ),
  .target(
    name: "Sealing",
    dependencies: ["Core", "FileSystem", "Journals", crypto, cryptoExtras],
    path: "Modules/Kernel/Sealing",
    exclude: ["README.md"]
  ),
  .target(
    name: "Runtime",
    dependencies: ["Core", "EventDispatch", "Loop", "Bus", "Journals", "Engine", "Locks"],
    path: "Modules/Kernel/Runtime"
  ),
  .target(
    name: "Replication",
    dependencies: [
      "Core", "Engine", "FileSystem", "Journals", "Locks", "Runtime", "Sync", crypto,
    ],
    path: "Modules/Kernel/Replication",
    exclude: ["README.md"]
  ),
  .target(
    name: "EngineDriving",
    dependencies: ["Core", "EventDispatch", "Engine", "Journals"],
    path: "Modules/Kernel/EngineDriving"
  ),
  .target(
    name: "TestKit",
    dependencies: ["Core", "EventDispatch", "Engine", "EngineDriving", "Journals"],
    path: "Modules/Kernel/TestKit"
  ),
  .testTarget(
    name: "CoreTests",
    dependencies: ["ChildProcesses", "TimeZones", "Core", "TestKit"],
    path: "Tests/Core"
  ),
  .target(name: "LeakCheck", dependencies: ["Loop"], path: "Tests/LeakCheck"),
  .systemLibrary(name: "CSpawn", path: "Tests/CSpawn"),
  .target(name: "ChildProcesses", dependencies: ["CSpawn", "Locks"], path: "Tests/ChildProcesses"),
  .testTarget(
    name: "LoopTests",
    dependencies: ["Locks", "Loop", "LeakCheck"],
    path: "Tests/Loop"
  ),
  .testTarget(
    name: "BusTests",
    dependencies: ["EventDispatch", "Loop", "Bus", "LeakCheck"],
    path: "Tests/Bus"
  ),
  .target(
    name: "PostgreSQLTesting",
    dependencies: ["ChildProcesses", "FileSystem", "Locks", "LoopbackHTTP", "PostgreSQL"],
    path: "Tests/PostgreSQLTesting"
  ),
  .target(
    name: "JournalTesting",
    dependencies: ["Core", "Journals", "Locks"],
    path: "Tests/JournalTesting"
  ),
  .testTarget(
    name: "JournalTests",
    dependencies: [
      "ChildProcesses", "Locks", "Core", "EngineDriving", "Journals", "LoopbackHTTP", "PostgreSQL",
      "PostgreSQLJournal", "PostgreSQLTesting", "SQLite", "SQLiteJournal", "TestKit",
      "journal-stress",
    ],
    path: "Tests/Journals"
  ),
  .testTarget(
    name: "SealingTests",
    dependencies: ["Core", "Journals", "Sealing", crypto, cryptoExtras],
    path: "Tests/Sealing"
  ),
  .testTarget(
    name: "RuntimeTests",
    dependencies: [
      "Locks", "Core", "EventDispatch", "Loop", "Bus", "Journals", "Engine", "Runtime",
      "SQLiteJournal", "EngineDriving", "TestKit", "LeakCheck",
    ],
    path: "Tests/Runtime"
  ),
]

// The drivers of the sync, tested with real modules over real files.
let replicationTests: [Target] = [
  .testTarget(
    name: "ReplicationTests",
    dependencies: [
      "Core", "Engine", "EngineDriving", "EventDispatch", "FileSystem", "JournalTesting",
      "Journals",
      "Locks", "Replication", "Runtime", "SQLiteJournal", "Sync", "TrackingContract",
      "TrackingDomain",
      crypto,
    ],
    path: "Tests/Replication"
  )
]

// The tools with which modules present themselves. The kernel knows none of them; pages know
// neither the terminal nor the argument parser.
let presentation: [Target] = [
  .target(
    name: "Presentation",
    dependencies: ["Locks", "Core", "FileSystem"],
    path: "Modules/Presentation/Shared"
  ),
  .target(
    name: "Terminal",
    dependencies: ["Core", "Presentation"],
    path: "Modules/Presentation/Terminal"
  ),
  .target(
    name: "Commands",
    dependencies: ["Core", "Presentation", "Terminal", argumentParser],
    path: "Modules/Presentation/Commands"
  ),
  .target(
    name: "Pages",
    dependencies: ["Locks", "Core", "Presentation"],
    path: "Modules/Presentation/Pages"
  ),
  .target(
    name: "API",
    dependencies: ["Core"],
    path: "Modules/Presentation/API"
  ),
  .testTarget(
    name: "PagesTests",
    dependencies: ["Core", "Presentation", "Pages"],
    path: "Tests/Pages"
  ),
  .testTarget(
    name: "APITests",
    dependencies: ["Core", "API", "TestKit"],
    path: "Tests/API"
  ),
  .testTarget(
    name: "TerminalTests",
    dependencies: ["Core", "Locks", "Presentation", "Terminal", "Commands"],
    path: "Tests/Terminal"
  ),
]

// Reads and writes the files of other programs. No other part of a module needs SQLite and zlib, so
// it is separate from Tracking's domain.
let formats: [Target] = [
  .target(
    name: "TrackingFormats",
    dependencies: ["Core", "FileSystem", "TrackingContract", "SQLite", "CZlib"],
    path: "Modules/Tracking/Formats"
  ),
  .testTarget(
    name: "TrackingFormatsTests",
    dependencies: ["Core", "TrackingContract", "TrackingFormats", "SQLite"],
    path: "Tests/TrackingFormats"
  ),
]

// Draws cards to share. Only this part uses cairo, and loads it when a picture is drawn.
let drawing: [Target] = [
  .target(name: "CCairo", dependencies: ["CLibraryTable"], path: "Modules/Social/CCairo"),
  .target(
    name: "SocialDrawing",
    dependencies: ["Locks", "Core", "Presentation", "StreaksContract", "SocialContract", "CCairo"],
    path: "Modules/Social/Drawing"
  ),
  .testTarget(
    name: "SocialDrawingTests",
    dependencies: ["Core", "Presentation", "StreaksContract", "SocialContract", "SocialDrawing"],
    path: "Tests/SocialDrawing"
  ),
]

// What the modules show on a command line, drawn and written as documents.
let presentationTests: [Target] = [
  .testTarget(
    name: "SobrietyPresentationTests",
    dependencies: [
      "Core", "Presentation", "Terminal", "Commands", "Pages", "TestKit", "TrackingContract",
      "SobrietyContract",
      "SobrietyDomain", "SobrietyPresentation", argumentParser,
    ],
    path: "Tests/SobrietyPresentation"
  ),
  .testTarget(
    name: "PresentationTests",
    dependencies: [
      "Locks", "Core", "Presentation", "Terminal", "Commands", "Pages", "TestKit",
      "TrackingContract",
      "TrackingPresentation",
      "StreaksContract", "StreaksPresentation", "ProfileContract", "ProfilePresentation",
      "GamificationContract", "GamificationPresentation", "RemindersContract",
      "RemindersPresentation", "SobrietyContract", "TelemetryContract", "TelemetryPresentation",
    ],
    path: "Tests/Presentation"
  ),
  .testTarget(
    name: "SocialPresentationTests",
    dependencies: [
      "Core", "Presentation", "Terminal", "Commands", "Pages", "TestKit", "GamificationContract",
      "SobrietyContract",
      "StreaksContract", "TrackingContract", "SocialContract", "SocialDrawing",
      "SocialPresentation",
      argumentParser,
    ],
    path: "Tests/SocialPresentation"
  ),
  .testTarget(
    name: "WidgetPresentationTests",
    dependencies: [
      "Core", "Locks", "Presentation", "Terminal", "Commands", "Pages", "TestKit",
      "StreaksContract", "TrackingContract", "WidgetContract", "WidgetPresentation",
    ],
    path: "Tests/WidgetPresentation"
  ),
]

// What plugins are compiled against, as one dynamic library: the kernel's API for modules, the
// tools with which they present themselves, all contracts, and the test kit. The hosts link the
// same code statically, export it, and answer to the library's name, so a plugin finds it in the
// program that loads it.
let sdk: [Target] = [
  .plugin(name: "SDKStamp", capability: .buildTool(), path: "Modules/SDK/Stamp", exclude: ["make"]),
  .target(
    name: "TrellisSDK",
    dependencies: [
      "Core", "Locks", "Presentation", "Terminal", "Commands", "Pages", argumentParser,
    ]
      + features.map { .init(stringLiteral: "\($0.name)Contract") },
    path: "Modules/SDK/Library",
    plugins: ["SDKStamp"]
  ),
]
// Plugins of Tools/plugins as parts of this build, so that a product can name their modules. The
// entry point of their library is left out, since a program has none.
let plugins: [Target] = [
  .target(
    name: "Mood",
    dependencies: ["TrellisSDK", "TrackingContract"],
    path: "Tools/plugins/mood/Sources/Mood",
    exclude: ["Plugin.swift"]
  )
]
// The plugins that products of this build name.
let included: [Target.Dependency] = [
  // scaffold:included
]
let pluginHost: [LinkerSetting] = [
  // The toolchain's linker: the system's drops the name (soname) of an executable.
  .unsafeFlags(
    [
      "-use-ld=lld", "-Xlinker", "--export-dynamic", "-Xlinker", "-soname=libTrellisSDK.so",
      // Where Tools/install puts Swift's libraries, for users without a toolchain they can read.
      "-Xlinker", "-rpath=$ORIGIN/../lib/trellis",
    ],
    .when(platforms: [.linux])
  )
]

// Requests from a device to a server. Only this part uses libcurl, and loads it for the first one.
let client: [Target] = [
  .target(name: "CCurl", dependencies: ["CLibraryTable"], path: "Apps/Local/HTTPClient/CCurl"),
  .target(
    name: "HTTPClient",
    dependencies: ["CCurl", "Compression", "Core", "FileSystem", "Locks"],
    path: "Apps/Local/HTTPClient",
    exclude: ["CCurl", "README.md"]
  ),
  .target(name: "LoopbackHTTP", dependencies: ["Locks"], path: "Tests/LoopbackHTTP"),
  .testTarget(
    name: "HTTPClientTests",
    dependencies: [
      "ChildProcesses", "Compression", "Core", "HTTPClient", "Locks", "LoopbackHTTP",
    ],
    path: "Tests/HTTPClient"
  ),
]

let apps: [Target] =
  client + [
    .target(
      name: "Products",
      dependencies: [
        "Core", "Journals", "Engine", "Locks", "Runtime", "Presentation", "Terminal", "Commands",
        "Pages", "TrackingFormats", argumentParser,
      ] + features.flatMap(\.linked).map { .init(stringLiteral: $0) } + included,
      path: "Apps/Products"
    ),
    .target(name: "CPluginWatch", path: "Apps/Plugins/CPluginWatch"),
    .target(
      name: "Plugins",
      dependencies: [
        "API", "Bus", "Commands", "Core", "CPluginWatch", "Engine", "FileSystem", "Journals",
        "Locks", "Loop", "Pages", "Products", "TrellisSDK", argumentParser,
      ] + included,
      path: "Apps/Plugins",
      exclude: ["CPluginWatch"]
    ),
    .target(name: "AppSupport", dependencies: ["Core", "FileSystem"], path: "Apps/Support"),
    .target(
      name: "Importing",
      dependencies: ["Core", "Loop", "Products", "TrackingContract", "TrackingFormats"],
      path: "Apps/Import"
    ),
    .target(
      name: "LocalApp",
      dependencies: [
        "AppSupport", "Core", "FileSystem", "Loop", "Bus", "Engine", "Journals", "Runtime",
        "SQLiteJournal",
        "Presentation",
        "Pages", "Products", "GamificationContract", "RemindersContract", "SocialContract",
        "TelemetryContract", "TrackingContract", "HTTPClient", "Locks", "Sealing",
        "Replication", "Sync",
      ],
      path: "Apps/Local",
      exclude: ["HTTPClient"]
    ),
    .testTarget(
      name: "LocalAppTests",
      dependencies: [
        "AppSupport", "Bus", "Compression", "Core", "Driver", "Engine", "EngineDriving",
        "FileSystem",
        "HTTPClient", "Journals",
        "LocalApp", "Locks", "Loop", "LoopbackHTTP", "Presentation", "Products", "Replication",
        "Runtime", "SQLiteJournal", "Sealing", "Sync", "TelemetryContract", "TrackingContract",
        "trellis-server",
      ],
      path: "Tests/LocalApp"
    ),
    .executableTarget(
      name: "trellis",
      dependencies: [
        "AppSupport", "Core", "EventDispatch", "Loop", "Bus", "Engine", "Runtime", "Journals",
        "SQLiteJournal",
        "Presentation", "API", "Terminal", "Commands", "Importing", "LocalApp", "Products",
        "GamificationContract", "ProfileContract", "RemindersContract", "SobrietyContract",
        "SocialContract", "StreaksContract", "TelemetryContract", "TimeZones",
        "TrackingContract", "TrackingFormats", "CMalloc", "FileSystem", "Plugins", "Replication",
        "Sealing", argumentParser,
      ],
      path: "Apps/CLI",
      linkerSettings: pluginHost
    ),
    .target(
      name: "CWebAssets",
      path: "Apps/Web/Assets",
      exclude: ["files"]
    ),
    .target(
      name: "HTTPServing",
      dependencies: [
        "Locks", "Compression", "Core", "FileSystem", "Presentation", "Pages", crypto,
      ] + web,
      path: "Apps/HTTP"
    ),
    .target(
      name: "Web",
      dependencies: [
        "HTTPServing", "Journals", "Locks", "Core", "Presentation", "Pages", "API", "Runtime",
        "Products", "ProfileContract", "TelemetryContract",
        "FileSystem", "SQLite", "TrackingFormats", "CWebAssets", crypto,
      ] + web,
      path: "Apps/Web",
      exclude: ["Assets", "Designs", "SECURITY.md"]
    ),
    .target(
      name: "ServerStorage",
      dependencies: [
        "Core", "Locks", "FileSystem", "PostgreSQL", "PostgreSQLJournal", "SQLite", crypto,
      ],
      path: "Apps/Server/Storage"
    ),
    .target(
      name: "Friends",
      dependencies: ["Core", "Locks", "ServerStorage"],
      path: "Apps/Server/Friends",
      exclude: ["README.md"]
    ),
    .target(
      name: "StoreTesting",
      dependencies: [
        "Core", "Locks", "FileSystem", "EngineDriving", "PostgreSQL", "PostgreSQLJournal",
        "PostgreSQLTesting", "ServerStorage",
      ],
      path: "Tests/StoreTesting"
    ),
    .testTarget(
      name: "ServerStorageTests",
      dependencies: [
        "PostgreSQL", "PostgreSQLJournal", "PostgreSQLTesting", "ServerStorage", "StoreTesting",
      ],
      path: "Tests/ServerStorage"
    ),
    .testTarget(
      name: "FriendsTests",
      dependencies: [
        "Core", "Locks", "FileSystem", "EngineDriving", "PostgreSQLTesting", "ServerStorage",
        "Friends", "StoreTesting",
      ],
      path: "Tests/Friends"
    ),
    .target(
      name: "Accounts",
      dependencies: [
        "AppSupport", "Core", "Locks", "FileSystem", "ServerStorage", crypto, cryptoExtras,
      ],
      path: "Apps/Server/Accounts",
      exclude: ["README.md"]
    ),
    .testTarget(
      name: "AccountsTests",
      dependencies: [
        "AppSupport", "Core", "Locks", "FileSystem", "PostgreSQLJournal", "PostgreSQLTesting",
        "ServerStorage", "SQLite",
        "EngineDriving", "Accounts", "StoreTesting",
      ],
      path: "Tests/Accounts"
    ),
    .target(
      name: "Migrating",
      dependencies: ["Core", "Journals", "ServerStorage"],
      path: "Apps/Server/Migrating"
    ),
    .testTarget(
      name: "MigratingTests",
      dependencies: [
        "Accounts", "Core", "JournalTesting", "Journals", "Migrating", "PostgreSQLJournal",
        "PostgreSQLTesting", "ServerStorage", "SQLite", "SQLiteJournal", "StoreTesting",
      ],
      path: "Tests/Migrating"
    ),
    .target(
      name: "Notifying",
      dependencies: ["AppSupport", "Core", "HTTPClient", crypto],
      path: "Apps/Server/Notifying",
      exclude: ["README.md"]
    ),
    .testTarget(
      name: "NotifyingTests",
      dependencies: [
        "AppSupport", "Core", "HTTPClient", "LoopbackHTTP", "Notifying", crypto,
      ],
      path: "Tests/Notifying"
    ),
    .target(name: "CSystemd", dependencies: ["CLibraryTable"], path: "Apps/Daemon/CSystemd"),
    .target(name: "DBus", dependencies: ["Loop", "CSystemd"], path: "Apps/Daemon/DBus"),
    .target(
      name: "DBusServer",
      dependencies: ["FileSystem", "Locks", "DBus"],
      path: "Tests/DBusServer"
    ),
    .testTarget(
      name: "DBusTests",
      dependencies: ["DBus", "DBusServer", "Loop", "LeakCheck"],
      path: "Tests/DBus"
    ),
    .executableTarget(
      name: "trellis-server",
      dependencies: [
        "API", "Accounts", "AppSupport", "Bus", "Compression", "Core", "Engine", "EventDispatch",
        "FileSystem", "Friends", "GamificationContract", "HTTPServing", "Importing", "Journals",
        "Locks", "Loop", "Migrating", "Notifying", "Pages", "PostgreSQLJournal", "Presentation",
        "Products", "RemindersContract", "Replication", "Runtime", "ServerStorage",
        "SobrietyContract", "SocialContract",
        "SocialDrawing", "SQLite", "SQLiteJournal", "StreaksContract", "Sync", "TelemetryContract",
        "Terminal",
        "Plugins", "TrackingContract", "Web", argumentParser, crypto,
        .product(
          name: "Configuration",
          package: "swift-configuration",
          condition: .when(traits: ["Web"])
        ),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Web"])),
        .product(
          name: "UnixSignals",
          package: "swift-service-lifecycle",
          condition: .when(traits: ["Web"])
        ),
      ] + web,
      path: "Apps/Server",
      exclude: [
        "Accounts", "Deployment", "Friends", "Migrating", "Notifying", "Storage", "README.md",
        "OPERATING.md", "SCALING.md", "SECURITY.md",
      ],
      linkerSettings: pluginHost
    ),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Accounts", "AppSupport", "Compression", "Core", "EngineDriving", "FileSystem", "Friends",
        "HTTPClient", "HTTPServing", "Journals", "Locks", "LoopbackHTTP", "Migrating", "Notifying",
        "Pages", "PostgreSQL", "PostgreSQLJournal", "PostgreSQLTesting", "Presentation", "Products",
        "RemindersContract",
        "Replication", "Runtime", "ServerStorage", "SocialContract", "SQLite", "SQLiteJournal",
        "StreaksContract", "Sync", "TelemetryContract", "TrackingContract", "trellis-server", "Web",
        argumentParser,
      ] + web,
      path: "Tests/Server"
    ),
    .testTarget(
      name: "ShellTests",
      dependencies: [
        "Core", "Presentation", "Terminal", "Commands", "Pages", "Products", "TestKit", "Web",
      ],
      path: "Tests/Shell"
    ),
    .executableTarget(
      name: "trellisd",
      dependencies: [
        "AppSupport", "Core", "FileSystem", "Loop", "Bus", "Engine", "Runtime", "Presentation",
        "Terminal",
        "Commands", "Pages", "Importing", "LocalApp", "Products", "HTTPServing", "Web",
        "DBus", "Locks", "Plugins", "TrellisSDK", "Replication", "SQLiteJournal", "ProfileContract",
        "RemindersContract",
        "TelemetryContract", "TrackingContract", argumentParser,
      ] + web,
      path: "Apps/Daemon",
      exclude: ["CSystemd", "DBus"],
      linkerSettings: pluginHost
    ),
    .testTarget(
      name: "WebTests",
      dependencies: [
        "Compression", "FileSystem", "Locks", "Core", "Loop", "Bus", "Engine", "EngineDriving",
        "Journals", "Runtime",
        "Presentation", "Terminal",
        "Commands", "Pages", "API", "Products", "TestKit", "TrackingFormats", "HTTPServing", "Web",
        "LeakCheck",
        "SQLite",
      ] + web,
      path: "Tests/Web"
    ),
    .testTarget(
      name: "ProductTests",
      dependencies: [
        "API", "Core", "Locks", "Presentation", "Terminal", "Commands", "Pages", "Journals",
        "Engine", "EngineDriving", "Runtime", "TestKit", "Products", "TrackingFormats",
        argumentParser,
      ]
        + features.flatMap { ["\($0.name)Contract", "\($0.name)Domain"] }
        .map { .init(stringLiteral: $0) },
      path: "Tests/Products"
    ),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "ChildProcesses", "Core", "SQLite", "Importing", "LocalApp", "Driver", "trellis",
      ],
      path: "Tests/CLI"
    ),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "ChildProcesses", "Locks", "DBus", "DBusServer", "Driver", "trellis", "trellisd",
      ],
      path: "Tests/Daemon"
    ),
    .testTarget(
      name: "PluginsTests",
      dependencies: [
        "ChildProcesses", "Commands", "Core", "Driver", "FileSystem", "Mood", "Pages", "Plugins",
        "Presentation", "Products", "TestKit", "TrackingContract", "TrellisSDK", "trellis",
      ],
      path: "Tests/Plugins",
      exclude: ["Fixtures"]
    ),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["ChildProcesses", "Locks", "Driver", "SQLite", "trellis"],
      path: "Tests/Conformance",
      exclude: ["requirements.tsv"]
    ),
    .testTarget(
      name: "CompatibilityTests",
      dependencies: ["API", "Catalogue", "Core", "Driver", "Presentation", "Products", "trellis"],
      path: "Tests/Compatibility",
      exclude: ["make", "maker", "messages", "v1"]
    ),
    .target(
      name: "Driver",
      dependencies: ["ChildProcesses", "LoopbackHTTP"],
      path: "Tests/Driver"
    ),
    .target(
      name: "Catalogue",
      dependencies: [
        "API", "Core", "FileSystem", "GamificationContract", "ProfileContract", "RemindersContract",
        "StreaksContract", "TrackingContract",
      ],
      path: "Tools/cataloguing/Catalogue"
    ),
    .executableTarget(
      name: "message-catalogue",
      dependencies: ["Catalogue", "Core", "FileSystem", "Presentation", "Products"],
      path: "Tools/cataloguing/Program"
    ),
    .target(
      name: "SyncSimulation",
      dependencies: [
        "Locks", "Core", "Engine", "EngineDriving", "EventDispatch", "Journals", "SQLiteJournal",
        "Sync", "Presentation", "Products", "ProfileContract", "RemindersContract",
        "SobrietyContract", "StreaksContract", "TrackingContract",
      ],
      path: "Tools/sync-simulator/Simulation"
    ),
    .executableTarget(
      name: "sync-simulator",
      dependencies: ["SyncSimulation"],
      path: "Tools/sync-simulator/Program"
    ),
    .testTarget(
      name: "SyncTests",
      dependencies: [
        "Core", "Engine", "Journals", "PostgreSQLJournal", "PostgreSQLTesting", "Sync",
        "SyncSimulation",
      ],
      path: "Tests/Sync"
    ),
  ]

// Counts allocations, for the benchmarks.
let costs: [Target] = [.target(name: "CAllocations", path: "Tools/CAllocations")]

let kept = narrowed(
  kernel + replicationTests + presentation + features.flatMap(\.targets) + formats + drawing
    + presentationTests + sdk + plugins + apps
    + costs
)

// What programs other than the apps link, such as the benchmarks.
let kernelLibrary = [
  "Core", "EventDispatch", "Loop", "Bus", "Journals", "Engine", "Runtime", "SQLiteJournal",
  "PostgreSQL", "PostgreSQLJournal",
]
.filter { name in kept.contains { $0.name == name } }

let modulesLibrary = features.flatMap { ["\($0.name)Contract", "\($0.name)Domain"] }
  .filter { name in kept.contains { $0.name == name } }

let webPackages: [Package.Dependency] = [
  .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
  .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
  .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
  .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
  .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
  // Without its JSON parser, which brings all of Foundation.
  .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0", traits: []),
]

let sdkLibrary = ["TrellisSDK", "TestKit"].filter { name in kept.contains { $0.name == name } }

let package = Package(
  name: "trellis",
  products: ["trellis", "trellisd", "trellis-server"].filter { name in
    kept.contains { $0.name == name }
  }
  .map { .executable(name: $0, targets: [$0]) }
    + (kernelLibrary.isEmpty ? [] : [.library(name: "TrellisKernel", targets: kernelLibrary)])
    + (kept.contains { $0.name == "CAllocations" }
      ? [.library(name: "TrellisCosts", targets: ["CAllocations"])] : [])
    + (sdkLibrary.count < 2
      ? [] : [.library(name: "TrellisSDK", type: .dynamic, targets: sdkLibrary)])
    + (modulesLibrary.isEmpty ? [] : [.library(name: "TrellisModules", targets: modulesLibrary)]),
  traits: [
    .trait(name: "Web", description: "The web app: the daemon, and all that serves HTTP."),
    .default(enabledTraits: ["Web"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
  ] + (kept.contains { $0.name == "Web" } ? webPackages : []),
  targets: kept,
  swiftLanguageModes: [.v6]
)

// A call to a journal or a thread begins on its caller's thread: on the loop, without a detour.
let stayingWithTheCaller: Set = ["Journals", "Locks", "PostgreSQLJournal", "SQLiteJournal"]

for target in package.targets where target.type != .system && target.type != .plugin {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
  if stayingWithTheCaller.contains(target.name) {
    target.swiftSettings?.append(.enableUpcomingFeature("NonisolatedNonsendingByDefault"))
  }
}

// `MODULES=Streaks swift test` keeps that module, the contracts it consumes and the kernel parts
// these need: nothing else is compiled, so nothing else can break its tests.
func narrowed(_ targets: [Target]) -> [Target] {
  guard let wanted = Context.environment["MODULES"], !wanted.isEmpty else { return targets }
  let byName = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
  var keep: Set<String> = []
  func visit(_ name: String) {
    guard let target = byName[name], keep.insert(name).inserted else { return }
    for case .byNameItem(let dependency, _) in target.dependencies { visit(dependency) }
    for case .plugin(let plugin, nil) in target.plugins ?? [] { visit(plugin) }
  }
  for name in wanted.split(separator: ",").map(String.init) {
    let roots = [name, "\(name)Domain", "\(name)Tests"]
    precondition(roots.contains { byName[$0] != nil }, "MODULES: there is no module \(name)")
    roots.forEach(visit)
  }
  return targets.filter { keep.contains($0.name) }
}

struct Feature {
  let name: String
  let consumes: [String]
  let shows: [String]
  let has: String?

  init(_ name: String, consumes: [String] = [], shows: [String] = [], has: String? = nil) {
    self.name = name
    self.consumes = consumes
    self.shows = shows
    self.has = has
  }

  /// What a product links to offer this feature.
  var linked: [String] { ["\(name)Contract", "\(name)Domain", "\(name)Presentation"] }

  var targets: [Target] {
    let folder = "Modules/\(name)"
    let contract = Target.Dependency(stringLiteral: "\(name)Contract")
    let domain = Target.Dependency(stringLiteral: "\(name)Domain")
    let consumed = consumes.map { Target.Dependency(stringLiteral: "\($0)Contract") }
    let seen = shows.map { "\($0)Contract" } + [has].compactMap { $0 }.map { "\(name)\($0)" }
    let shown = seen.map { Target.Dependency(stringLiteral: $0) }
    return [
      .target(
        name: "\(name)Contract",
        dependencies: ["Core"] + consumed,
        path: "\(folder)/Contract"
      ),
      .target(
        name: "\(name)Domain",
        dependencies: ["Core", contract] + consumed,
        path: "\(folder)/Domain"
      ),
      .target(
        name: "\(name)Presentation",
        dependencies: [
          "Core", "Presentation", "Terminal", "Commands", "Pages", contract, argumentParser,
        ] + consumed
          + shown,
        path: "\(folder)/Presentation"
      ),
      .testTarget(
        name: "\(name)Tests",
        dependencies: ["Core", "TestKit", contract, domain] + consumed,
        path: "Tests/\(name)"
      ),
    ]
  }
}
