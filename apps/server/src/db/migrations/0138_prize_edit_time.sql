-- needs 0137_prizes
-- A movement of the stock is no edit of the prize: who has its form open keeps what he typed, and the time says when somebody edited it.
create or replace function prize_stock_move() returns trigger language plpgsql as $$
declare
  in_stock integer := case new.type when 1 then new.qty when 2 then -new.qty else 0 end;
  in_reserve integer := case new.type when 3 then new.qty when 4 then -new.qty when 5 then -new.qty when 6 then new.qty else 0 end;
  with_users integer := case new.type when 5 then new.qty when 6 then -new.qty else 0 end;
begin
  -- The first entry of a prize is written by the prize itself.
  if pg_trigger_depth() > 1 then return new; end if;
  update act_prize p set stock = p.stock + in_stock, reserved = p.reserved + in_reserve, sent = p.sent + with_users
    where p.id = new.prize_id and not p.deleted and p.reserved + in_reserve >= 0 and p.sent + with_users >= 0 and p.stock + in_stock <= 1000000
      and p.stock + in_stock - p.reserved - in_reserve - p.sent - with_users >= 0
    returning p.available, p.stock, p.reserved, p.sent into new.available_after, new.stock_after, new.reserved_after, new.sent_after;
  if not found then return null; end if;
  new.available_before := new.available_after - in_stock + in_reserve + with_users;
  return new;
end $$;
