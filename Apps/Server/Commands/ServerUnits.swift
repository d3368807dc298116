/// The systemd units that run the server, and their files.
struct ServerUnits: Sendable {
  struct Unit: Sendable {
    let path: String
    let text: String
  }

  /// The user as which the server and the operator's commands run.
  static let userName = "trellis-server"
  /// The folder of its data.
  static let dataFolder = "/var/lib/trellis-server"

  let program: String

  var all: [Unit] {
    [
      Unit(path: "/etc/sysusers.d/trellis-server.conf", text: user),
      Unit(path: "/etc/systemd/system/trellis-server.service", text: service),
      Unit(path: "/etc/systemd/system/trellis-server-backup.service", text: backup),
      Unit(path: "/etc/systemd/system/trellis-server-backup.timer", text: timer),
    ]
  }

  static let next = """
    Now, once:
      systemd-sysusers
      systemctl daemon-reload
      systemctl enable --now trellis-server.service trellis-server-backup.timer
    The operator's commands work as its user:
      sudo -u trellis-server trellis-server invite
    """

  private var user: String {
    """
    # Written by: trellis-server install
    u \(ServerUnits.userName) - "Trellis server" \(ServerUnits.dataFolder)

    """
  }

  private var service: String {
    """
    # Written by: trellis-server install
    [Unit]
    Description=Trellis: sync for many people
    Wants=network-online.target
    After=network-online.target time-sync.target
    StartLimitIntervalSec=60
    StartLimitBurst=5

    [Service]
    Type=exec
    ExecStart="\(program)" run
    ExecReload=/bin/kill -HUP $MAINPID
    Environment=TRELLIS_SERVER_DATA=\(ServerUnits.dataFolder) SWIFT_BACKTRACE=enable=no
    # Keys come from files that root alone can read (systemd.exec(5), "Credentials"):
    #LoadCredential=pepper:/etc/trellis-server/pepper
    #Environment=TRELLIS_SERVER_PEPPER=%d/pepper
    #LoadCredential=certificate:/etc/trellis-server/fullchain.pem
    #LoadCredential=key:/etc/trellis-server/privkey.pem
    #Environment=TRELLIS_SERVER_TLS_CERTIFICATE=%d/certificate TRELLIS_SERVER_TLS_KEY=%d/key
    # For a port below 1024 without a proxy:
    #AmbientCapabilities=CAP_NET_BIND_SERVICE
    #CapabilityBoundingSet=CAP_NET_BIND_SERVICE
    #PrivateUsers=no
    Restart=on-failure
    RestartSec=2
    TimeoutStopSec=30
    StateDirectory=trellis-server
    StateDirectoryMode=0700
    LimitNOFILE=65536
    MemoryHigh=1536M
    MemoryMax=2G
    TasksMax=512
    \(ServerUnits.restrictions)

    [Install]
    WantedBy=multi-user.target

    """
  }

  private var backup: String {
    """
    # Written by: trellis-server install
    [Unit]
    Description=Trellis: a backup of the server, which goes on running

    [Service]
    Type=oneshot
    ExecStart="\(program)" backup /var/lib/trellis-server-backups --keep 14
    Environment=TRELLIS_SERVER_DATA=\(ServerUnits.dataFolder) SWIFT_BACKTRACE=enable=no
    StateDirectory=trellis-server trellis-server-backups
    StateDirectoryMode=0700
    Nice=10
    IOSchedulingClass=idle
    PrivateNetwork=yes
    IPAddressDeny=any
    \(ServerUnits.restrictions)

    """
  }

  private var timer: String {
    """
    # Written by: trellis-server install
    [Unit]
    Description=Trellis: a backup of the server each night

    [Timer]
    OnCalendar=*-*-* 03:30:00
    RandomizedDelaySec=30min
    Persistent=yes

    [Install]
    WantedBy=timers.target

    """
  }

  /// Restrictions of both services: see systemd.exec(5), and `systemd-analyze security`.
  private static let restrictions = """
    User=\(userName)
    Group=trellis-server
    UMask=0077
    CapabilityBoundingSet=
    NoNewPrivileges=yes
    ProtectSystem=strict
    ProtectHome=yes
    PrivateTmp=yes
    PrivateDevices=yes
    PrivateUsers=yes
    PrivateIPC=yes
    DevicePolicy=closed
    ProtectProc=invisible
    ProcSubset=pid
    ProtectClock=yes
    ProtectHostname=yes
    ProtectKernelLogs=yes
    ProtectKernelModules=yes
    ProtectKernelTunables=yes
    ProtectControlGroups=yes
    RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
    RestrictNamespaces=yes
    RestrictRealtime=yes
    RestrictSUIDSGID=yes
    RemoveIPC=yes
    LockPersonality=yes
    MemoryDenyWriteExecute=yes
    KeyringMode=private
    SystemCallArchitectures=native
    SystemCallFilter=@system-service
    SystemCallFilter=~@privileged @resources
    SystemCallErrorNumber=EPERM
    """
}
