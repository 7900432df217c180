-- Feedback that says what other feedback says is answered together with it.

alter table cs_feedback add column merged_into_id bigint;
alter table cs_feedback add constraint fk_cs_feedback_merged_into_id foreign key (merged_into_id) references cs_feedback (id);
alter table cs_feedback add constraint ck_cs_feedback_merged_into_other check (merged_into_id <> id);
create index ix_cs_feedback_merged_into_id on cs_feedback (merged_into_id, id) where not deleted;
