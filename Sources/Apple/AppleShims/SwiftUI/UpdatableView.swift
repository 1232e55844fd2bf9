@_exported import Foundation
@_exported import ThrumCombine
@_exported import UIKit

@MainActor protocol UpdatableView {
  func play(changesIn next: Any)
  func receive(_ event: ViewEvent)
}
