import CThrum
import CThrumHeader

/// The C interface with any handle, including freed and null ones, any number and any text.
@Sendable func fuzzC(_ input: [UInt8]) {
  var bytes = Bytes(input)
  var environment: OpaquePointer?
  var engine: OpaquePointer?
  var player: OpaquePointer?
  var pattern: OpaquePointer?
  _ = thrum_environment_create_virtual(&environment)
  var steps = 0
  while !bytes.isEmpty, steps < 48 {
    steps += 1
    let number = bytes.number()
    switch bytes.choice(20) {
    case 0: if engine == nil { _ = thrum_engine_create(environment, nil, &engine) }
    case 1: _ = thrum_engine_start(engine)
    case 2: _ = thrum_engine_stop(engine)
    case 3: if number < 10 { _ = thrum_environment_advance(environment, number) }
    case 4: _ = thrum_environment_fault(environment, bytes.text(40))
    case 5:
      let text = bytes.text(200)
      thrum_pattern_free(pattern)
      pattern = nil
      _ = thrum_pattern_from_ahap(text, text.utf8.count, &pattern)
    case 6:
      thrum_pattern_free(pattern)
      pattern = nil
      _ = thrum_pattern_from_preset("impact-light", number, &pattern)
    case 7: if player == nil { _ = thrum_player_create(engine, pattern, true, &player) }
    case 8: _ = thrum_player_start(player, number)
    case 9: _ = thrum_player_stop(player, number)
    case 10: _ = thrum_player_seek(player, number)
    case 11: _ = thrum_player_set_loop_end(player, number)
    case 12: _ = thrum_player_set_playback_rate(player, number)
    case 13:
      var parameter = thrum_parameter(name: Int32(bytes.choice(20)) - 4, value: number, time: bytes.number())
      _ = thrum_player_send_parameters(player, &parameter, 1, number)
    case 14:
      thrum_player_free(player)
      player = nil
    case 15:
      thrum_engine_free(engine)
      engine = nil
    case 16: _ = thrum_engine_set(engine, Int32(bytes.byte()) - 10, number > 0)
    case 17: _ = thrum_engine_play(engine, pattern)
    case 18: _ = thrum_environment_timeline(environment, number > 0, nil, 0)
    default: _ = thrum_last_error()
    }
  }
  thrum_player_free(player)
  thrum_engine_free(engine)
  thrum_pattern_free(pattern)
  thrum_environment_free(environment)
}
