-- Since when a user who added to an answered feedback waits to hear again; null: no answer is owed.

alter table cs_feedback add column added_time timestamptz;
update cs_feedback f set added_time = said.since
from (
  select r.feedback_id, min(r.create_time) as since
  from cs_feedback_reply r join cs_feedback g on g.id = r.feedback_id
  where r.side = 'user' and r.create_time > g.last_reply_time and not r.deleted group by 1) said
where said.feedback_id = f.id and f.status in (1, 3) and not f.deleted;
create index ix_cs_feedback_added_time on cs_feedback (added_time) where added_time is not null and not deleted;
