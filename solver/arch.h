/* arch.h - the search is compiled twice: for every machine, and for those with AVX2 and BMI2.
 *
 * The second build gives each of its functions another name; dispatch.c chooses when the program
 * runs, so that nothing ever stops on an older machine.
 */
#ifndef KR_ARCH_H
#define KR_ARCH_H

#ifdef KR_V3
#define kr_card_values kr_card_values_v3
#define kr_cards_and_value kr_cards_and_value_v3
#define kr_check_task kr_check_task_v3
#define kr_ctx_init kr_ctx_init_v3
#define kr_ctx_nodes kr_ctx_nodes_v3
#define kr_ctx_reset_nodes kr_ctx_reset_nodes_v3
#define kr_ctx_size kr_ctx_size_v3
#define kr_deal_out kr_deal_out_v3
#define kr_deal_ways kr_deal_ways_v3
#define kr_group kr_group_v3
#define kr_guards_batch kr_guards_batch_v3
#define kr_guards_count kr_guards_count_v3
#define kr_guards_fit kr_guards_fit_v3
#define kr_layout_columns kr_layout_columns_v3
#define kr_layout_ways kr_layout_ways_v3
#define kr_layouts kr_layouts_v3
#define kr_most_points kr_most_points_v3
#define kr_look kr_look_v3
#define kr_moves kr_moves_v3
#define kr_next_epoch kr_next_epoch_v3
#define kr_node_cards kr_node_cards_v3
#define kr_node_close kr_node_close_v3
#define kr_node_enter kr_node_enter_v3
#define kr_node_marriages kr_node_marriages_v3
#define kr_node_register kr_node_register_v3
#define kr_node_value kr_node_value_v3
#define kr_parties_settled kr_parties_settled_v3
#define kr_perft kr_perft_v3
#define kr_play kr_play_v3
#define kr_prepare kr_prepare_v3
#define kr_reaches kr_reaches_v3
#define kr_seek_all kr_seek_all_v3
#define kr_seek_none kr_seek_none_v3
#define kr_selfish kr_selfish_v3
#define kr_settle kr_settle_v3
#define kr_shelf_init kr_shelf_init_v3
#define kr_shelf_size kr_shelf_size_v3
#define kr_solve_batch kr_solve_batch_v3
#define kr_solve_positions kr_solve_positions_v3
#define kr_stakes kr_stakes_v3
#define kr_start kr_start_v3
#define kr_suits_init kr_suits_init_v3
#define kr_status_text kr_status_text_v3
#define kr_sweep kr_sweep_v3
#define kr_to_natural kr_to_natural_v3
#define kr_to_play kr_to_play_v3
#define kr_to_strength kr_to_strength_v3
#define kr_value kr_value_v3
#define kr_value_prepared kr_value_prepared_v3
#endif

#endif
