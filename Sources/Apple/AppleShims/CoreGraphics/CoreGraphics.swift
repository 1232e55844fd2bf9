// Linux's Foundation declares CGFloat, CGPoint, CGSize and CGRect.
@_exported import Foundation
@_exported import ThrumCombine
