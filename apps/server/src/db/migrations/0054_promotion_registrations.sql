-- Counts what somebody does for the promotion whose code his device scanned last in the 7 days before he registered: his registration, and his
-- first binding when `bound` says when that was, each once in his life. People of dealers and of the platform do not count, nor whoever the
-- promotion belongs to. Answers the promotion, null for none.
create or replace function attribute_promotion(who bigint, device bytea, bound timestamptz) returns bigint language plpgsql as $$
declare
  person usr_app_user;
  campaign ps_promotion;
  target bigint;
  step smallint;
  reward bigint;
begin
  select * into person from usr_app_user where id = who and not deleted;
  if person.id is null
    or exists (select from dlr_staff s where s.mobile_hash = person.mobile_hash and not s.deleted)
    or exists (select from sys_user u where u.mobile_hash = person.mobile_hash and not u.deleted) then
    return null;
  end if;
  select e.promotion_id into target from ps_promotion_event e where e.event = 3 and e.user_id = who;
  if target is null then
    select e.promotion_id into target from ps_promotion_event e
    where e.event = 1 and e.device_hash = device and e.time <= person.register_time and e.time > person.register_time - interval '7 days'
    order by e.time desc, e.id desc limit 1;
  end if;
  if target is null then
    return null;
  end if;
  -- Rewards of a promotion are added one after the other, so that its cap holds.
  select * into campaign from ps_promotion where id = target for update;
  if campaign.staff_mobile_hash = person.mobile_hash then
    return null;
  end if;
  foreach step in array (case when bound is null then array[3] else array[3, 4] end)::smallint[] loop
    reward := coalesce(case step when 3 then campaign.register_reward_fen else campaign.bind_reward_fen end, 0);
    if campaign.reward_cap_fen is not null then
      reward := least(reward, campaign.reward_cap_fen - campaign.reward_fen);
    end if;
    insert into ps_promotion_event (promotion_id, event, user_id, reward_fen, time)
    values (target, step, who, reward, case step when 3 then person.register_time else bound end)
    on conflict (event, user_id) where user_id is not null do nothing;
    if found then
      update ps_promotion set register_count = register_count + (step = 3)::int, bind_count = bind_count + (step = 4)::int, reward_fen = reward_fen + reward
      where id = target returning * into campaign;
    end if;
  end loop;
  return target;
end $$;
