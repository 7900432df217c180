-- Advertisements for users of tags.

alter table ps_advertisement add column tag_ids bigint[];
create trigger alive_tag_ids before insert or update of tag_ids on ps_advertisement for each row execute function reference_alive('tag_ids', 'usr_tag', 'many');
