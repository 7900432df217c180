-- needs 0156_report_subscriptions
-- concurrently
create index concurrently ix_ps_advertisement_activity_id on ps_advertisement (activity_id, id) where not deleted;
create index concurrently ix_cnt_app_introduce_activity_id on cnt_app_introduce (activity_id, id) where not deleted;
create index concurrently ix_msg_activity_activity_id on msg_activity (activity_id, id) where not deleted;
alter table ps_advertisement validate constraint fk_ps_advertisement_activity_id;
alter table cnt_app_introduce validate constraint fk_cnt_app_introduce_activity_id;
alter table msg_activity validate constraint fk_msg_activity_activity_id;
