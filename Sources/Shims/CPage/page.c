// Written by list-files.sh: one table, however long.
#include "studio_table.h"
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char
page_base_announcer_js[] = {
#embed "../../Tools/ThrumStudio/Page/base/announcer.js"
}, page_base_banners_js[] = {
#embed "../../Tools/ThrumStudio/Page/base/banners.js"
}, page_base_database_js[] = {
#embed "../../Tools/ThrumStudio/Page/base/database.js"
}, page_base_dom_js[] = {
#embed "../../Tools/ThrumStudio/Page/base/dom.js"
}, page_base_icons_js[] = {
#embed "../../Tools/ThrumStudio/Page/base/icons.js"
}, page_base_kept_js[] = {
#embed "../../Tools/ThrumStudio/Page/base/kept.js"
}, page_base_number_field_js[] = {
#embed "../../Tools/ThrumStudio/Page/base/number-field.js"
}, page_base_resources_js[] = {
#embed "../../Tools/ThrumStudio/Page/base/resources.js"
}, page_base_theme_js[] = {
#embed "../../Tools/ThrumStudio/Page/base/theme.js"
}, page_base_titles_js[] = {
#embed "../../Tools/ThrumStudio/Page/base/titles.js"
}, page_edits_document_js[] = {
#embed "../../Tools/ThrumStudio/Page/edits/document.js"
}, page_edits_drawn_envelope_js[] = {
#embed "../../Tools/ThrumStudio/Page/edits/drawn-envelope.js"
}, page_edits_edits_js[] = {
#embed "../../Tools/ThrumStudio/Page/edits/edits.js"
}, page_edits_envelope_edits_js[] = {
#embed "../../Tools/ThrumStudio/Page/edits/envelope-edits.js"
}, page_edits_fades_js[] = {
#embed "../../Tools/ThrumStudio/Page/edits/fades.js"
}, page_edits_group_edits_js[] = {
#embed "../../Tools/ThrumStudio/Page/edits/group-edits.js"
}, page_edits_history_js[] = {
#embed "../../Tools/ThrumStudio/Page/edits/history.js"
}, page_edits_later_pattern_js[] = {
#embed "../../Tools/ThrumStudio/Page/edits/later-pattern.js"
}, page_edits_layers_js[] = {
#embed "../../Tools/ThrumStudio/Page/edits/layers.js"
}, page_edits_move_label_js[] = {
#embed "../../Tools/ThrumStudio/Page/edits/move-label.js"
}, page_edits_new_entries_js[] = {
#embed "../../Tools/ThrumStudio/Page/edits/new-entries.js"
}, page_edits_own_envelope_js[] = {
#embed "../../Tools/ThrumStudio/Page/edits/own-envelope.js"
}, page_edits_pasting_js[] = {
#embed "../../Tools/ThrumStudio/Page/edits/pasting.js"
}, page_edits_snapping_js[] = {
#embed "../../Tools/ThrumStudio/Page/edits/snapping.js"
}, page_files_build_files_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/build-files.js"
}, page_files_disk_changes_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/disk-changes.js"
}, page_files_downloads_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/downloads.js"
}, page_files_drafts_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/drafts.js"
}, page_files_dropped_sounds_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/dropped-sounds.js"
}, page_files_file_changes_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/file-changes.js"
}, page_files_file_kind_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/file-kind.js"
}, page_files_file_shapes_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/file-shapes.js"
}, page_files_file_tree_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/file-tree.js"
}, page_files_files_panel_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/files-panel.js"
}, page_files_files_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/files.js"
}, page_files_first_pattern_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/first-pattern.js"
}, page_files_incoming_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/incoming.js"
}, page_files_kept_histories_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/kept-histories.js"
}, page_files_kept_sources_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/kept-sources.js"
}, page_files_recorded_words_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/recorded-words.js"
}, page_files_recorded_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/recorded.js"
}, page_files_sound_source_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/sound-source.js"
}, page_files_tree_keys_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/tree-keys.js"
}, page_files_tree_window_js[] = {
#embed "../../Tools/ThrumStudio/Page/files/tree-window.js"
}, page_findings_analysis_js[] = {
#embed "../../Tools/ThrumStudio/Page/findings/analysis.js"
}, page_findings_feel_js[] = {
#embed "../../Tools/ThrumStudio/Page/findings/feel.js"
}, page_findings_findings_list_js[] = {
#embed "../../Tools/ThrumStudio/Page/findings/findings-list.js"
}, page_icon_svg[] = {
#embed "../../Tools/ThrumStudio/Page/icon.svg"
}, page_index_html[] = {
#embed "../../Tools/ThrumStudio/Page/index.html"
}, page_inspector_build_inspector_js[] = {
#embed "../../Tools/ThrumStudio/Page/inspector/build-inspector.js"
}, page_inspector_envelope_rows_js[] = {
#embed "../../Tools/ThrumStudio/Page/inspector/envelope-rows.js"
}, page_inspector_event_table_js[] = {
#embed "../../Tools/ThrumStudio/Page/inspector/event-table.js"
}, page_inspector_groups_js[] = {
#embed "../../Tools/ThrumStudio/Page/inspector/groups.js"
}, page_inspector_history_list_js[] = {
#embed "../../Tools/ThrumStudio/Page/inspector/history-list.js"
}, page_inspector_inspector_keys_js[] = {
#embed "../../Tools/ThrumStudio/Page/inspector/inspector-keys.js"
}, page_inspector_inspector_js[] = {
#embed "../../Tools/ThrumStudio/Page/inspector/inspector.js"
}, page_inspector_motor_reach_js[] = {
#embed "../../Tools/ThrumStudio/Page/inspector/motor-reach.js"
}, page_inspector_pattern_facts_js[] = {
#embed "../../Tools/ThrumStudio/Page/inspector/pattern-facts.js"
}, page_inspector_slider_js[] = {
#embed "../../Tools/ThrumStudio/Page/inspector/slider.js"
}, page_inspector_sound_parameters_js[] = {
#embed "../../Tools/ThrumStudio/Page/inspector/sound-parameters.js"
}, page_inspector_text_view_js[] = {
#embed "../../Tools/ThrumStudio/Page/inspector/text-view.js"
}, page_inspector_waveform_rows_js[] = {
#embed "../../Tools/ThrumStudio/Page/inspector/waveform-rows.js"
}, page_layout_css[] = {
#embed "../../Tools/ThrumStudio/Page/layout.css"
}, page_main_js[] = {
#embed "../../Tools/ThrumStudio/Page/main.js"
}, page_module_browser_folder_js[] = {
#embed "../../Tools/ThrumStudio/Page/module/browser-folder.js"
}, page_module_bytes_js[] = {
#embed "../../Tools/ThrumStudio/Page/module/bytes.js"
}, page_module_disk_folder_js[] = {
#embed "../../Tools/ThrumStudio/Page/module/disk-folder.js"
}, page_module_folder_changes_js[] = {
#embed "../../Tools/ThrumStudio/Page/module/folder-changes.js"
}, page_module_folder_law_js[] = {
#embed "../../Tools/ThrumStudio/Page/module/folder-law.js"
}, page_module_module_backend_js[] = {
#embed "../../Tools/ThrumStudio/Page/module/module-backend.js"
}, page_module_module_calls_js[] = {
#embed "../../Tools/ThrumStudio/Page/module/module-calls.js"
}, page_module_module_live_js[] = {
#embed "../../Tools/ThrumStudio/Page/module/module-live.js"
}, page_module_module_worker_js[] = {
#embed "../../Tools/ThrumStudio/Page/module/module-worker.js"
}, page_module_sound_files_js[] = {
#embed "../../Tools/ThrumStudio/Page/module/sound-files.js"
}, page_module_texts_js[] = {
#embed "../../Tools/ThrumStudio/Page/module/texts.js"
}, page_module_thrum_js[] = {
#embed "../../Tools/ThrumStudio/Page/module/thrum.js"
}, page_module_without_server_js[] = {
#embed "../../Tools/ThrumStudio/Page/module/without-server.js"
}, page_narrow_css[] = {
#embed "../../Tools/ThrumStudio/Page/narrow.css"
}, page_panels_css[] = {
#embed "../../Tools/ThrumStudio/Page/panels.css"
}, page_pattern_control_path_js[] = {
#embed "../../Tools/ThrumStudio/Page/pattern/control-path.js"
}, page_pattern_emitter_js[] = {
#embed "../../Tools/ThrumStudio/Page/pattern/emitter.js"
}, page_pattern_envelope_js[] = {
#embed "../../Tools/ThrumStudio/Page/pattern/envelope.js"
}, page_pattern_items_js[] = {
#embed "../../Tools/ThrumStudio/Page/pattern/items.js"
}, page_pattern_json_node_js[] = {
#embed "../../Tools/ThrumStudio/Page/pattern/json-node.js"
}, page_pattern_json_reader_js[] = {
#embed "../../Tools/ThrumStudio/Page/pattern/json-reader.js"
}, page_pattern_lines_js[] = {
#embed "../../Tools/ThrumStudio/Page/pattern/lines.js"
}, page_pattern_pattern_js[] = {
#embed "../../Tools/ThrumStudio/Page/pattern/pattern.js"
}, page_pattern_sorted_js[] = {
#embed "../../Tools/ThrumStudio/Page/pattern/sorted.js"
}, page_pattern_sound_places_js[] = {
#embed "../../Tools/ThrumStudio/Page/pattern/sound-places.js"
}, page_pattern_splice_js[] = {
#embed "../../Tools/ThrumStudio/Page/pattern/splice.js"
}, page_pattern_time_scale_js[] = {
#embed "../../Tools/ThrumStudio/Page/pattern/time-scale.js"
}, page_pattern_vocabulary_js[] = {
#embed "../../Tools/ThrumStudio/Page/pattern/vocabulary.js"
}, page_pattern_whole_sound_js[] = {
#embed "../../Tools/ThrumStudio/Page/pattern/whole-sound.js"
}, page_phone_phone_dialog_js[] = {
#embed "../../Tools/ThrumStudio/Page/phone/phone-dialog.js"
}, page_phone_phone_share_js[] = {
#embed "../../Tools/ThrumStudio/Page/phone/phone-share.js"
}, page_picture_differences_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/differences.js"
}, page_picture_draw_axes_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/draw-axes.js"
}, page_picture_draw_controls_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/draw-controls.js"
}, page_picture_draw_dense_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/draw-dense.js"
}, page_picture_draw_findings_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/draw-findings.js"
}, page_picture_draw_haptics_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/draw-haptics.js"
}, page_picture_draw_overlay_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/draw-overlay.js"
}, page_picture_draw_picture_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/draw-picture.js"
}, page_picture_draw_sound_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/draw-sound.js"
}, page_picture_drawing_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/drawing.js"
}, page_picture_fade_handles_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/fade-handles.js"
}, page_picture_felt_marks_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/felt-marks.js"
}, page_picture_hit_test_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/hit-test.js"
}, page_picture_lanes_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/lanes.js"
}, page_picture_legend_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/legend.js"
}, page_picture_marking_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/marking.js"
}, page_picture_panels_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/panels.js"
}, page_picture_scene_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/scene.js"
}, page_picture_size_handles_js[] = {
#embed "../../Tools/ThrumStudio/Page/picture/size-handles.js"
}, page_player_audio_output_js[] = {
#embed "../../Tools/ThrumStudio/Page/player/audio-output.js"
}, page_player_block_layer_js[] = {
#embed "../../Tools/ThrumStudio/Page/player/block-layer.js"
}, page_player_block_player_js[] = {
#embed "../../Tools/ThrumStudio/Page/player/block-player.js"
}, page_player_block_voice_js[] = {
#embed "../../Tools/ThrumStudio/Page/player/block-voice.js"
}, page_player_block_worklet_js[] = {
#embed "../../Tools/ThrumStudio/Page/player/block-worklet.js"
}, page_player_browser_player_js[] = {
#embed "../../Tools/ThrumStudio/Page/player/browser-player.js"
}, page_player_device_player_js[] = {
#embed "../../Tools/ThrumStudio/Page/player/device-player.js"
}, page_player_latency_js[] = {
#embed "../../Tools/ThrumStudio/Page/player/latency.js"
}, page_player_live_sound_js[] = {
#embed "../../Tools/ThrumStudio/Page/player/live-sound.js"
}, page_player_live_worklet_js[] = {
#embed "../../Tools/ThrumStudio/Page/player/live-worklet.js"
}, page_player_takes_js[] = {
#embed "../../Tools/ThrumStudio/Page/player/takes.js"
}, page_player_track_sound_js[] = {
#embed "../../Tools/ThrumStudio/Page/player/track-sound.js"
}, page_server_connection_watch_js[] = {
#embed "../../Tools/ThrumStudio/Page/server/connection-watch.js"
}, page_server_engine_panel_js[] = {
#embed "../../Tools/ThrumStudio/Page/server/engine-panel.js"
}, page_server_live_connection_js[] = {
#embed "../../Tools/ThrumStudio/Page/server/live-connection.js"
}, page_server_long_requests_js[] = {
#embed "../../Tools/ThrumStudio/Page/server/long-requests.js"
}, page_server_long_work_js[] = {
#embed "../../Tools/ThrumStudio/Page/server/long-work.js"
}, page_server_request_worker_js[] = {
#embed "../../Tools/ThrumStudio/Page/server/request-worker.js"
}, page_server_server_js[] = {
#embed "../../Tools/ThrumStudio/Page/server/server.js"
}, page_shell_build_shell_js[] = {
#embed "../../Tools/ThrumStudio/Page/shell/build-shell.js"
}, page_shell_drawer_js[] = {
#embed "../../Tools/ThrumStudio/Page/shell/drawer.js"
}, page_shell_gate_js[] = {
#embed "../../Tools/ThrumStudio/Page/shell/gate.js"
}, page_shell_given_js[] = {
#embed "../../Tools/ThrumStudio/Page/shell/given.js"
}, page_shell_keys_js[] = {
#embed "../../Tools/ThrumStudio/Page/shell/keys.js"
}, page_shell_layout_js[] = {
#embed "../../Tools/ThrumStudio/Page/shell/layout.js"
}, page_shell_pasted_js[] = {
#embed "../../Tools/ThrumStudio/Page/shell/pasted.js"
}, page_shell_sheet_js[] = {
#embed "../../Tools/ThrumStudio/Page/shell/sheet.js"
}, page_shell_shortcuts_js[] = {
#embed "../../Tools/ThrumStudio/Page/shell/shortcuts.js"
}, page_shell_splitter_js[] = {
#embed "../../Tools/ThrumStudio/Page/shell/splitter.js"
}, page_shell_tabs_js[] = {
#embed "../../Tools/ThrumStudio/Page/shell/tabs.js"
}, page_shell_tempo_js[] = {
#embed "../../Tools/ThrumStudio/Page/shell/tempo.js"
}, page_shell_top_bar_js[] = {
#embed "../../Tools/ThrumStudio/Page/shell/top-bar.js"
}, page_sound_build_sound_js[] = {
#embed "../../Tools/ThrumStudio/Page/sound/build-sound.js"
}, page_sound_first_play_js[] = {
#embed "../../Tools/ThrumStudio/Page/sound/first-play.js"
}, page_sound_kept_tracks_js[] = {
#embed "../../Tools/ThrumStudio/Page/sound/kept-tracks.js"
}, page_sound_meter_view_js[] = {
#embed "../../Tools/ThrumStudio/Page/sound/meter-view.js"
}, page_sound_metronome_js[] = {
#embed "../../Tools/ThrumStudio/Page/sound/metronome.js"
}, page_sound_palette_js[] = {
#embed "../../Tools/ThrumStudio/Page/sound/palette.js"
}, page_sound_recorder_js[] = {
#embed "../../Tools/ThrumStudio/Page/sound/recorder.js"
}, page_sound_recording_clock_js[] = {
#embed "../../Tools/ThrumStudio/Page/sound/recording-clock.js"
}, page_sound_soundtrack_js[] = {
#embed "../../Tools/ThrumStudio/Page/sound/soundtrack.js"
}, page_sound_transport_bar_js[] = {
#embed "../../Tools/ThrumStudio/Page/sound/transport-bar.js"
}, page_sound_transport_js[] = {
#embed "../../Tools/ThrumStudio/Page/sound/transport.js"
}, page_studio_kept_notice_js[] = {
#embed "../../Tools/ThrumStudio/Page/studio/kept-notice.js"
}, page_studio_layers_panel_js[] = {
#embed "../../Tools/ThrumStudio/Page/studio/layers-panel.js"
}, page_studio_settings_js[] = {
#embed "../../Tools/ThrumStudio/Page/studio/settings.js"
}, page_studio_studio_js[] = {
#embed "../../Tools/ThrumStudio/Page/studio/studio.js"
}, page_style_css[] = {
#embed "../../Tools/ThrumStudio/Page/style.css"
}, page_timeline_bubble_js[] = {
#embed "../../Tools/ThrumStudio/Page/timeline/bubble.js"
}, page_timeline_build_timeline_js[] = {
#embed "../../Tools/ThrumStudio/Page/timeline/build-timeline.js"
}, page_timeline_double_click_js[] = {
#embed "../../Tools/ThrumStudio/Page/timeline/double-click.js"
}, page_timeline_editor_actions_js[] = {
#embed "../../Tools/ThrumStudio/Page/timeline/editor-actions.js"
}, page_timeline_handles_js[] = {
#embed "../../Tools/ThrumStudio/Page/timeline/handles.js"
}, page_timeline_item_drag_js[] = {
#embed "../../Tools/ThrumStudio/Page/timeline/item-drag.js"
}, page_timeline_marker_list_js[] = {
#embed "../../Tools/ThrumStudio/Page/timeline/marker-list.js"
}, page_timeline_overview_js[] = {
#embed "../../Tools/ThrumStudio/Page/timeline/overview.js"
}, page_timeline_timeline_pointer_js[] = {
#embed "../../Tools/ThrumStudio/Page/timeline/timeline-pointer.js"
}, page_timeline_timeline_js[] = {
#embed "../../Tools/ThrumStudio/Page/timeline/timeline.js"
}, page_timeline_tools_js[] = {
#embed "../../Tools/ThrumStudio/Page/timeline/tools.js"
}, page_timeline_track_drag_js[] = {
#embed "../../Tools/ThrumStudio/Page/timeline/track-drag.js"
}, page_timeline_wave_detail_js[] = {
#embed "../../Tools/ThrumStudio/Page/timeline/wave-detail.js"
};

static const struct studio_file files[] = {
  {"page/base/announcer.js", page_base_announcer_js, sizeof page_base_announcer_js},
  {"page/base/banners.js", page_base_banners_js, sizeof page_base_banners_js},
  {"page/base/database.js", page_base_database_js, sizeof page_base_database_js},
  {"page/base/dom.js", page_base_dom_js, sizeof page_base_dom_js},
  {"page/base/icons.js", page_base_icons_js, sizeof page_base_icons_js},
  {"page/base/kept.js", page_base_kept_js, sizeof page_base_kept_js},
  {"page/base/number-field.js", page_base_number_field_js, sizeof page_base_number_field_js},
  {"page/base/resources.js", page_base_resources_js, sizeof page_base_resources_js},
  {"page/base/theme.js", page_base_theme_js, sizeof page_base_theme_js},
  {"page/base/titles.js", page_base_titles_js, sizeof page_base_titles_js},
  {"page/edits/document.js", page_edits_document_js, sizeof page_edits_document_js},
  {"page/edits/drawn-envelope.js", page_edits_drawn_envelope_js, sizeof page_edits_drawn_envelope_js},
  {"page/edits/edits.js", page_edits_edits_js, sizeof page_edits_edits_js},
  {"page/edits/envelope-edits.js", page_edits_envelope_edits_js, sizeof page_edits_envelope_edits_js},
  {"page/edits/fades.js", page_edits_fades_js, sizeof page_edits_fades_js},
  {"page/edits/group-edits.js", page_edits_group_edits_js, sizeof page_edits_group_edits_js},
  {"page/edits/history.js", page_edits_history_js, sizeof page_edits_history_js},
  {"page/edits/later-pattern.js", page_edits_later_pattern_js, sizeof page_edits_later_pattern_js},
  {"page/edits/layers.js", page_edits_layers_js, sizeof page_edits_layers_js},
  {"page/edits/move-label.js", page_edits_move_label_js, sizeof page_edits_move_label_js},
  {"page/edits/new-entries.js", page_edits_new_entries_js, sizeof page_edits_new_entries_js},
  {"page/edits/own-envelope.js", page_edits_own_envelope_js, sizeof page_edits_own_envelope_js},
  {"page/edits/pasting.js", page_edits_pasting_js, sizeof page_edits_pasting_js},
  {"page/edits/snapping.js", page_edits_snapping_js, sizeof page_edits_snapping_js},
  {"page/files/build-files.js", page_files_build_files_js, sizeof page_files_build_files_js},
  {"page/files/disk-changes.js", page_files_disk_changes_js, sizeof page_files_disk_changes_js},
  {"page/files/downloads.js", page_files_downloads_js, sizeof page_files_downloads_js},
  {"page/files/drafts.js", page_files_drafts_js, sizeof page_files_drafts_js},
  {"page/files/dropped-sounds.js", page_files_dropped_sounds_js, sizeof page_files_dropped_sounds_js},
  {"page/files/file-changes.js", page_files_file_changes_js, sizeof page_files_file_changes_js},
  {"page/files/file-kind.js", page_files_file_kind_js, sizeof page_files_file_kind_js},
  {"page/files/file-shapes.js", page_files_file_shapes_js, sizeof page_files_file_shapes_js},
  {"page/files/file-tree.js", page_files_file_tree_js, sizeof page_files_file_tree_js},
  {"page/files/files-panel.js", page_files_files_panel_js, sizeof page_files_files_panel_js},
  {"page/files/files.js", page_files_files_js, sizeof page_files_files_js},
  {"page/files/first-pattern.js", page_files_first_pattern_js, sizeof page_files_first_pattern_js},
  {"page/files/incoming.js", page_files_incoming_js, sizeof page_files_incoming_js},
  {"page/files/kept-histories.js", page_files_kept_histories_js, sizeof page_files_kept_histories_js},
  {"page/files/kept-sources.js", page_files_kept_sources_js, sizeof page_files_kept_sources_js},
  {"page/files/recorded-words.js", page_files_recorded_words_js, sizeof page_files_recorded_words_js},
  {"page/files/recorded.js", page_files_recorded_js, sizeof page_files_recorded_js},
  {"page/files/sound-source.js", page_files_sound_source_js, sizeof page_files_sound_source_js},
  {"page/files/tree-keys.js", page_files_tree_keys_js, sizeof page_files_tree_keys_js},
  {"page/files/tree-window.js", page_files_tree_window_js, sizeof page_files_tree_window_js},
  {"page/findings/analysis.js", page_findings_analysis_js, sizeof page_findings_analysis_js},
  {"page/findings/feel.js", page_findings_feel_js, sizeof page_findings_feel_js},
  {"page/findings/findings-list.js", page_findings_findings_list_js, sizeof page_findings_findings_list_js},
  {"page/icon.svg", page_icon_svg, sizeof page_icon_svg},
  {"page/index.html", page_index_html, sizeof page_index_html},
  {"page/inspector/build-inspector.js", page_inspector_build_inspector_js, sizeof page_inspector_build_inspector_js},
  {"page/inspector/envelope-rows.js", page_inspector_envelope_rows_js, sizeof page_inspector_envelope_rows_js},
  {"page/inspector/event-table.js", page_inspector_event_table_js, sizeof page_inspector_event_table_js},
  {"page/inspector/groups.js", page_inspector_groups_js, sizeof page_inspector_groups_js},
  {"page/inspector/history-list.js", page_inspector_history_list_js, sizeof page_inspector_history_list_js},
  {"page/inspector/inspector-keys.js", page_inspector_inspector_keys_js, sizeof page_inspector_inspector_keys_js},
  {"page/inspector/inspector.js", page_inspector_inspector_js, sizeof page_inspector_inspector_js},
  {"page/inspector/motor-reach.js", page_inspector_motor_reach_js, sizeof page_inspector_motor_reach_js},
  {"page/inspector/pattern-facts.js", page_inspector_pattern_facts_js, sizeof page_inspector_pattern_facts_js},
  {"page/inspector/slider.js", page_inspector_slider_js, sizeof page_inspector_slider_js},
  {"page/inspector/sound-parameters.js", page_inspector_sound_parameters_js, sizeof page_inspector_sound_parameters_js},
  {"page/inspector/text-view.js", page_inspector_text_view_js, sizeof page_inspector_text_view_js},
  {"page/inspector/waveform-rows.js", page_inspector_waveform_rows_js, sizeof page_inspector_waveform_rows_js},
  {"page/layout.css", page_layout_css, sizeof page_layout_css},
  {"page/main.js", page_main_js, sizeof page_main_js},
  {"page/module/browser-folder.js", page_module_browser_folder_js, sizeof page_module_browser_folder_js},
  {"page/module/bytes.js", page_module_bytes_js, sizeof page_module_bytes_js},
  {"page/module/disk-folder.js", page_module_disk_folder_js, sizeof page_module_disk_folder_js},
  {"page/module/folder-changes.js", page_module_folder_changes_js, sizeof page_module_folder_changes_js},
  {"page/module/folder-law.js", page_module_folder_law_js, sizeof page_module_folder_law_js},
  {"page/module/module-backend.js", page_module_module_backend_js, sizeof page_module_module_backend_js},
  {"page/module/module-calls.js", page_module_module_calls_js, sizeof page_module_module_calls_js},
  {"page/module/module-live.js", page_module_module_live_js, sizeof page_module_module_live_js},
  {"page/module/module-worker.js", page_module_module_worker_js, sizeof page_module_module_worker_js},
  {"page/module/sound-files.js", page_module_sound_files_js, sizeof page_module_sound_files_js},
  {"page/module/texts.js", page_module_texts_js, sizeof page_module_texts_js},
  {"page/module/thrum.js", page_module_thrum_js, sizeof page_module_thrum_js},
  {"page/module/without-server.js", page_module_without_server_js, sizeof page_module_without_server_js},
  {"page/narrow.css", page_narrow_css, sizeof page_narrow_css},
  {"page/panels.css", page_panels_css, sizeof page_panels_css},
  {"page/pattern/control-path.js", page_pattern_control_path_js, sizeof page_pattern_control_path_js},
  {"page/pattern/emitter.js", page_pattern_emitter_js, sizeof page_pattern_emitter_js},
  {"page/pattern/envelope.js", page_pattern_envelope_js, sizeof page_pattern_envelope_js},
  {"page/pattern/items.js", page_pattern_items_js, sizeof page_pattern_items_js},
  {"page/pattern/json-node.js", page_pattern_json_node_js, sizeof page_pattern_json_node_js},
  {"page/pattern/json-reader.js", page_pattern_json_reader_js, sizeof page_pattern_json_reader_js},
  {"page/pattern/lines.js", page_pattern_lines_js, sizeof page_pattern_lines_js},
  {"page/pattern/pattern.js", page_pattern_pattern_js, sizeof page_pattern_pattern_js},
  {"page/pattern/sorted.js", page_pattern_sorted_js, sizeof page_pattern_sorted_js},
  {"page/pattern/sound-places.js", page_pattern_sound_places_js, sizeof page_pattern_sound_places_js},
  {"page/pattern/splice.js", page_pattern_splice_js, sizeof page_pattern_splice_js},
  {"page/pattern/time-scale.js", page_pattern_time_scale_js, sizeof page_pattern_time_scale_js},
  {"page/pattern/vocabulary.js", page_pattern_vocabulary_js, sizeof page_pattern_vocabulary_js},
  {"page/pattern/whole-sound.js", page_pattern_whole_sound_js, sizeof page_pattern_whole_sound_js},
  {"page/phone/phone-dialog.js", page_phone_phone_dialog_js, sizeof page_phone_phone_dialog_js},
  {"page/phone/phone-share.js", page_phone_phone_share_js, sizeof page_phone_phone_share_js},
  {"page/picture/differences.js", page_picture_differences_js, sizeof page_picture_differences_js},
  {"page/picture/draw-axes.js", page_picture_draw_axes_js, sizeof page_picture_draw_axes_js},
  {"page/picture/draw-controls.js", page_picture_draw_controls_js, sizeof page_picture_draw_controls_js},
  {"page/picture/draw-dense.js", page_picture_draw_dense_js, sizeof page_picture_draw_dense_js},
  {"page/picture/draw-findings.js", page_picture_draw_findings_js, sizeof page_picture_draw_findings_js},
  {"page/picture/draw-haptics.js", page_picture_draw_haptics_js, sizeof page_picture_draw_haptics_js},
  {"page/picture/draw-overlay.js", page_picture_draw_overlay_js, sizeof page_picture_draw_overlay_js},
  {"page/picture/draw-picture.js", page_picture_draw_picture_js, sizeof page_picture_draw_picture_js},
  {"page/picture/draw-sound.js", page_picture_draw_sound_js, sizeof page_picture_draw_sound_js},
  {"page/picture/drawing.js", page_picture_drawing_js, sizeof page_picture_drawing_js},
  {"page/picture/fade-handles.js", page_picture_fade_handles_js, sizeof page_picture_fade_handles_js},
  {"page/picture/felt-marks.js", page_picture_felt_marks_js, sizeof page_picture_felt_marks_js},
  {"page/picture/hit-test.js", page_picture_hit_test_js, sizeof page_picture_hit_test_js},
  {"page/picture/lanes.js", page_picture_lanes_js, sizeof page_picture_lanes_js},
  {"page/picture/legend.js", page_picture_legend_js, sizeof page_picture_legend_js},
  {"page/picture/marking.js", page_picture_marking_js, sizeof page_picture_marking_js},
  {"page/picture/panels.js", page_picture_panels_js, sizeof page_picture_panels_js},
  {"page/picture/scene.js", page_picture_scene_js, sizeof page_picture_scene_js},
  {"page/picture/size-handles.js", page_picture_size_handles_js, sizeof page_picture_size_handles_js},
  {"page/player/audio-output.js", page_player_audio_output_js, sizeof page_player_audio_output_js},
  {"page/player/block-layer.js", page_player_block_layer_js, sizeof page_player_block_layer_js},
  {"page/player/block-player.js", page_player_block_player_js, sizeof page_player_block_player_js},
  {"page/player/block-voice.js", page_player_block_voice_js, sizeof page_player_block_voice_js},
  {"page/player/block-worklet.js", page_player_block_worklet_js, sizeof page_player_block_worklet_js},
  {"page/player/browser-player.js", page_player_browser_player_js, sizeof page_player_browser_player_js},
  {"page/player/device-player.js", page_player_device_player_js, sizeof page_player_device_player_js},
  {"page/player/latency.js", page_player_latency_js, sizeof page_player_latency_js},
  {"page/player/live-sound.js", page_player_live_sound_js, sizeof page_player_live_sound_js},
  {"page/player/live-worklet.js", page_player_live_worklet_js, sizeof page_player_live_worklet_js},
  {"page/player/takes.js", page_player_takes_js, sizeof page_player_takes_js},
  {"page/player/track-sound.js", page_player_track_sound_js, sizeof page_player_track_sound_js},
  {"page/server/connection-watch.js", page_server_connection_watch_js, sizeof page_server_connection_watch_js},
  {"page/server/engine-panel.js", page_server_engine_panel_js, sizeof page_server_engine_panel_js},
  {"page/server/live-connection.js", page_server_live_connection_js, sizeof page_server_live_connection_js},
  {"page/server/long-requests.js", page_server_long_requests_js, sizeof page_server_long_requests_js},
  {"page/server/long-work.js", page_server_long_work_js, sizeof page_server_long_work_js},
  {"page/server/request-worker.js", page_server_request_worker_js, sizeof page_server_request_worker_js},
  {"page/server/server.js", page_server_server_js, sizeof page_server_server_js},
  {"page/shell/build-shell.js", page_shell_build_shell_js, sizeof page_shell_build_shell_js},
  {"page/shell/drawer.js", page_shell_drawer_js, sizeof page_shell_drawer_js},
  {"page/shell/gate.js", page_shell_gate_js, sizeof page_shell_gate_js},
  {"page/shell/given.js", page_shell_given_js, sizeof page_shell_given_js},
  {"page/shell/keys.js", page_shell_keys_js, sizeof page_shell_keys_js},
  {"page/shell/layout.js", page_shell_layout_js, sizeof page_shell_layout_js},
  {"page/shell/pasted.js", page_shell_pasted_js, sizeof page_shell_pasted_js},
  {"page/shell/sheet.js", page_shell_sheet_js, sizeof page_shell_sheet_js},
  {"page/shell/shortcuts.js", page_shell_shortcuts_js, sizeof page_shell_shortcuts_js},
  {"page/shell/splitter.js", page_shell_splitter_js, sizeof page_shell_splitter_js},
  {"page/shell/tabs.js", page_shell_tabs_js, sizeof page_shell_tabs_js},
  {"page/shell/tempo.js", page_shell_tempo_js, sizeof page_shell_tempo_js},
  {"page/shell/top-bar.js", page_shell_top_bar_js, sizeof page_shell_top_bar_js},
  {"page/sound/build-sound.js", page_sound_build_sound_js, sizeof page_sound_build_sound_js},
  {"page/sound/first-play.js", page_sound_first_play_js, sizeof page_sound_first_play_js},
  {"page/sound/kept-tracks.js", page_sound_kept_tracks_js, sizeof page_sound_kept_tracks_js},
  {"page/sound/meter-view.js", page_sound_meter_view_js, sizeof page_sound_meter_view_js},
  {"page/sound/metronome.js", page_sound_metronome_js, sizeof page_sound_metronome_js},
  {"page/sound/palette.js", page_sound_palette_js, sizeof page_sound_palette_js},
  {"page/sound/recorder.js", page_sound_recorder_js, sizeof page_sound_recorder_js},
  {"page/sound/recording-clock.js", page_sound_recording_clock_js, sizeof page_sound_recording_clock_js},
  {"page/sound/soundtrack.js", page_sound_soundtrack_js, sizeof page_sound_soundtrack_js},
  {"page/sound/transport-bar.js", page_sound_transport_bar_js, sizeof page_sound_transport_bar_js},
  {"page/sound/transport.js", page_sound_transport_js, sizeof page_sound_transport_js},
  {"page/studio/kept-notice.js", page_studio_kept_notice_js, sizeof page_studio_kept_notice_js},
  {"page/studio/layers-panel.js", page_studio_layers_panel_js, sizeof page_studio_layers_panel_js},
  {"page/studio/settings.js", page_studio_settings_js, sizeof page_studio_settings_js},
  {"page/studio/studio.js", page_studio_studio_js, sizeof page_studio_studio_js},
  {"page/style.css", page_style_css, sizeof page_style_css},
  {"page/timeline/bubble.js", page_timeline_bubble_js, sizeof page_timeline_bubble_js},
  {"page/timeline/build-timeline.js", page_timeline_build_timeline_js, sizeof page_timeline_build_timeline_js},
  {"page/timeline/double-click.js", page_timeline_double_click_js, sizeof page_timeline_double_click_js},
  {"page/timeline/editor-actions.js", page_timeline_editor_actions_js, sizeof page_timeline_editor_actions_js},
  {"page/timeline/handles.js", page_timeline_handles_js, sizeof page_timeline_handles_js},
  {"page/timeline/item-drag.js", page_timeline_item_drag_js, sizeof page_timeline_item_drag_js},
  {"page/timeline/marker-list.js", page_timeline_marker_list_js, sizeof page_timeline_marker_list_js},
  {"page/timeline/overview.js", page_timeline_overview_js, sizeof page_timeline_overview_js},
  {"page/timeline/timeline-pointer.js", page_timeline_timeline_pointer_js, sizeof page_timeline_timeline_pointer_js},
  {"page/timeline/timeline.js", page_timeline_timeline_js, sizeof page_timeline_timeline_js},
  {"page/timeline/tools.js", page_timeline_tools_js, sizeof page_timeline_tools_js},
  {"page/timeline/track-drag.js", page_timeline_track_drag_js, sizeof page_timeline_track_drag_js},
  {"page/timeline/wave-detail.js", page_timeline_wave_detail_js, sizeof page_timeline_wave_detail_js},
};

const struct studio_table studio_page = {files, sizeof files / sizeof *files};
