-- needs 0137_prizes
-- Advertisements and introductions that lead to an article name it, so that it is not deleted while they do.
alter table ps_advertisement add column article_id bigint;
alter table ps_advertisement add constraint fk_ps_advertisement_article_id foreign key (article_id) references cnt_article (id);
create trigger alive_article_id before insert or update of article_id on ps_advertisement for each row execute function reference_alive('article_id', 'cnt_article', 'one');
create index ix_ps_advertisement_article_id on ps_advertisement (article_id, id) where not deleted;

alter table cnt_app_introduce add column article_id bigint;
alter table cnt_app_introduce add constraint fk_cnt_app_introduce_article_id foreign key (article_id) references cnt_article (id);
create trigger alive_article_id before insert or update of article_id on cnt_app_introduce for each row execute function reference_alive('article_id', 'cnt_article', 'one');
create index ix_cnt_app_introduce_article_id on cnt_app_introduce (article_id, id) where not deleted;
