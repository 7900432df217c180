-- needs 0086_numbers_of_a_unit
-- Values that are unique together are so whatever their case, as single ones are, and also where one of them is empty.
-- What is there twice keeps its first record as it is; the others get their own number at the end of the name.
create function number_repeated(tab regclass, name text, others text, room integer) returns void language plpgsql as $$
begin
  execute format(
    'update %1$s t set %2$I = left(t.%2$I, %4$s - length(d.mark)) || d.mark, rev = t.rev + 1, update_time = now()
     from (select id, '' #'' || id as mark, row_number() over (partition by lower(%2$I), %3$s order by id) as place from %1$s where not deleted) d
     where d.id = t.id and d.place > 1', tab, name, others, room);
end $$;
select number_repeated('sys_qa', 'question', 'category', 100),
  number_repeated('sys_saved_view', 'name', 'page_name, owner_id', 30),
  number_repeated('sys_dashboard_layout', 'name', 'owner_id', 30),
  number_repeated('veh_sound_effect', 'name', 'scene', 20),
  number_repeated('ps_video', 'title', 'category', 40),
  number_repeated('cnt_app_theme', 'name', 'version', 16),
  number_repeated('cnt_faq', 'question', 'sub_code', 60);
drop function number_repeated;

drop index uq_sys_qa_question_category;
create unique index uq_sys_qa_question_category on sys_qa (lower(question), category) where not deleted;
drop index uq_sys_saved_view_name_page_name_owner_id;
create unique index uq_sys_saved_view_name_page_name_owner_id on sys_saved_view (lower(name), page_name, owner_id) nulls not distinct where not deleted;
drop index uq_sys_dashboard_layout_name_owner_id;
create unique index uq_sys_dashboard_layout_name_owner_id on sys_dashboard_layout (lower(name), owner_id) nulls not distinct where not deleted;
drop index uq_veh_sound_effect_name_scene;
create unique index uq_veh_sound_effect_name_scene on veh_sound_effect (lower(name), scene) where not deleted;
drop index uq_ps_video_title_category;
create unique index uq_ps_video_title_category on ps_video (lower(title), category) where not deleted;
drop index uq_cnt_app_theme_name_version;
create unique index uq_cnt_app_theme_name_version on cnt_app_theme (lower(name), version) where not deleted;
drop index uq_cnt_app_theme_theme_no_version;
create unique index uq_cnt_app_theme_theme_no_version on cnt_app_theme (lower(theme_no), version) where not deleted;
drop index uq_cnt_faq_question_sub_code;
create unique index uq_cnt_faq_question_sub_code on cnt_faq (lower(question), sub_code) where not deleted;
