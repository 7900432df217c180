-- needs 0078_one_partition_maker
-- What erased accounts left behind: the contacts in their feedback, and shares that counted towards the owners' five.

update cs_feedback f set contact_enc = null, contact_hash = null, contact_mask = null, rev = f.rev + 1, update_time = now(), update_by = null
from usr_app_user u where u.id = f.user_id and u.status = 4 and f.contact_enc is not null; -- D:AppUserStatus

with ended as (
  update veh_binding b set status = 0, unbind_time = now(), rev = b.rev + 1, update_time = now(), update_by = null
  from usr_app_user u where u.id = b.user_id and u.status = 4 and b.bind_type = 2 and b.status = 1 and not b.deleted
  returning b.vehicle_id, b.user_id)
insert into veh_binding_log (vehicle_id, user_id, action, channel) select vehicle_id, user_id, 4, 5 from ended; -- D:BindAction, D:BindChannel

-- Contacts that are email addresses were masked as mobile numbers. Two letters stay, and never the whole name.
update cs_feedback f
set contact_mask = left(n.name, least(2, length(n.name) - 1)) || '***'
from (select id, split_part(left(contact_mask, 3), '@', 1) as name from cs_feedback) n
where n.id = f.id and f.contact_mask !~ '^(\d{3}\*{4}\d{4}|\*{4})$';
