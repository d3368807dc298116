import APIKit
import Core
import Hummingbird
import PageKit
