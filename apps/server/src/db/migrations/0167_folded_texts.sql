-- needs 0156_report_subscriptions
-- Texts without a form of their own are compared in lower case: an index of the column as it is does not find them.
create index eq_sys_user_organization_code on sys_user (lower(organization_code)) where not deleted;
create index eq_alm_fault_report_fault_code on alm_fault_report (lower(fault_code)) where not deleted;
create index eq_veh_debug_record_session_id on veh_debug_record (lower(session_id)) where not deleted;
create index eq_cs_feedback_app_version on cs_feedback (lower(app_version)) where not deleted;
create index eq_usr_app_log_app_version on usr_app_log (lower(app_version)) where not deleted;
create index eq_ord_order_channel_trade_no on ord_order (lower(channel_trade_no)) where not deleted;
create index eq_ord_order_express_no on ord_order (lower(express_no)) where not deleted;
create index eq_ord_refund_order_no on ord_refund (lower(order_no)) where not deleted;
create index eq_ord_pay_notify_trade_no on ord_pay_notify (lower(trade_no)) where not deleted;
create index eq_ord_pay_notify_refund_no on ord_pay_notify (lower(refund_no)) where not deleted;
create index eq_ord_pay_notify_channel_trade_no on ord_pay_notify (lower(channel_trade_no)) where not deleted;
create index eq_ord_recon_item_order_no on ord_recon_item (lower(order_no)) where not deleted;
create index eq_ord_recon_item_channel_trade_no on ord_recon_item (lower(channel_trade_no)) where not deleted;
create index eq_ord_recon_item_refund_no on ord_recon_item (lower(refund_no)) where not deleted;
create index eq_ord_settlement_partner_name on ord_settlement (lower(partner_name)) where not deleted;
create index eq_ord_theme_revenue_order_no on ord_theme_revenue (lower(order_no)) where not deleted;
create index eq_ord_theme_revenue_partner_name on ord_theme_revenue (lower(partner_name)) where not deleted;
create index eq_ord_theme_revenue_settlement_no on ord_theme_revenue (lower(settlement_no)) where not deleted;
create index eq_act_winning_record_express_no on act_winning_record (lower(express_no)) where not deleted;
create index eq_veh_replacement_record_old_sn on veh_replacement_record (lower(old_sn)) where not deleted;
create index eq_veh_replacement_record_new_sn on veh_replacement_record (lower(new_sn)) where not deleted;
create index eq_sim_operation_batch_no on sim_operation (lower(batch_no)) where not deleted;
create index eq_sim_operation_vin on sim_operation (lower(vin)) where not deleted;
create index eq_veh_ecu_sn on veh_ecu (lower(sn)) where not deleted;
