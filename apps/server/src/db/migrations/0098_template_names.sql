-- needs 0097_names_and_hours
-- Templates have a name in both languages; the platform's own get theirs at the next start (seed/templates.ts).
alter table msg_template add column name_en text constraint ck_msg_template_name_en check (char_length(name_en) <= 80);
create index tg_msg_template_name_en on msg_template using gin (replace(name_en, ' ', '') gin_trgm_ops) where not deleted;
create statistics st_msg_template_name_en on (replace(name_en, ' ', '')) from msg_template;
