-- needs 0078_one_partition_maker
-- Themes cost at most 99 yuan. What is dearer costs that from now on; its price becomes the original one where that was lower.
update cnt_app_theme set price_fen = 9900, original_price_fen = greatest(original_price_fen, price_fen), rev = rev + 1, update_time = now()
  where price_fen > 9900;
alter table cnt_app_theme
  drop constraint ck_cnt_app_theme_price_fen,
  add constraint ck_cnt_app_theme_price_fen check (price_fen >= 100 and price_fen <= 9900);
