-- Names and answers are found in both languages: their English texts get the same indexes.
create index tg_sys_qa_question_en on sys_qa using gin (replace(question_en, ' ', '') gin_trgm_ops) where not deleted;
create statistics st_sys_qa_question_en on (replace(question_en, ' ', '')) from sys_qa;
create index tg_sys_qa_answer_en on sys_qa using gin (replace(answer_en, ' ', '') gin_trgm_ops) where not deleted;
create statistics st_sys_qa_answer_en on (replace(answer_en, ' ', '')) from sys_qa;
create index tg_veh_series_name_en on veh_series using gin (replace(name_en, ' ', '') gin_trgm_ops) where not deleted;
create statistics st_veh_series_name_en on (replace(name_en, ' ', '')) from veh_series;
create index tg_veh_type_name_en on veh_type using gin (replace(name_en, ' ', '') gin_trgm_ops) where not deleted;
create statistics st_veh_type_name_en on (replace(name_en, ' ', '')) from veh_type;
