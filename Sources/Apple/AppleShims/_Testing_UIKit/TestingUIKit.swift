// Swift Testing brings a module of this name where UIKit is, and a test that imports both asks for it. Here there is nothing to bring.
import Foundation
