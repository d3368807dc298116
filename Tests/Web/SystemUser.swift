import Glibc

enum SystemUser {
  static var current: uid_t { getuid() }
}
