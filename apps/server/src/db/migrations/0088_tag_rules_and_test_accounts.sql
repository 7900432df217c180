-- needs 0078_one_partition_maker
-- The rule of a tag selects among the users whom its author may see.
alter table usr_tag add column rule_by bigint;
alter table usr_tag add constraint fk_usr_tag_rule_by foreign key (rule_by) references sys_user (id);
update usr_tag t set rule_by = u.id from sys_user u where t.rule is not null and not u.deleted and u.id = coalesce(t.update_by, t.create_by);
create trigger alive_rule_by before insert or update of rule_by on usr_tag for each row execute function reference_alive('rule_by', 'sys_user', 'one');
create index ix_usr_tag_rule_by on usr_tag (rule_by, id) where not deleted;

-- Users of the app to whom test messages may go beside the sender.
alter table usr_app_user add column test_account smallint not null default 0 constraint ck_usr_app_user_test_account check (test_account in (0, 1));
