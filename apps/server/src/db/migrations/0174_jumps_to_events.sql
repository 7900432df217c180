-- needs 0156_report_subscriptions
-- Advertisements, introductions and campaigns that lead to an AR event name it. What is published is never deleted.
alter table ps_advertisement add column activity_id bigint;
alter table ps_advertisement add constraint fk_ps_advertisement_activity_id foreign key (activity_id) references act_raffle_activity (id) not valid;
create trigger alive_activity_id before insert or update of activity_id on ps_advertisement for each row execute function reference_alive('activity_id', 'act_raffle_activity', 'one');

alter table cnt_app_introduce add column activity_id bigint;
alter table cnt_app_introduce add constraint fk_cnt_app_introduce_activity_id foreign key (activity_id) references act_raffle_activity (id) not valid;
create trigger alive_activity_id before insert or update of activity_id on cnt_app_introduce for each row execute function reference_alive('activity_id', 'act_raffle_activity', 'one');

alter table msg_activity add column activity_id bigint;
alter table msg_activity add constraint fk_msg_activity_activity_id foreign key (activity_id) references act_raffle_activity (id) not valid;
create trigger alive_activity_id before insert or update of activity_id on msg_activity for each row execute function reference_alive('activity_id', 'act_raffle_activity', 'one');

-- Reviewers approve it with the rest.
drop trigger authored on msg_activity;
create trigger authored after insert or update of title, title_en, activity_type, summary, cover_image, content_type, content, content_en, link_url, app_page,
  page_param, channels, sms_content, audience_type, tag_ids, vehicle_type_ids, city_codes, dealer_ids, user_file_id, activation_status, client_os, min_version,
  pinned, send_time, end_time, activity_id on msg_activity for each row execute function note_author('activityMessage', 'id');
