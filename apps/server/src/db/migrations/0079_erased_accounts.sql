-- needs 0078_one_partition_maker
-- What erased accounts left behind: the contacts in their feedback, and shares that counted towards the owners' five.

update cs_feedback f set contact_enc = null, contact_hash = null, contact_mask = null, rev = f.rev + 1, update_time = now(), update_by = null
from usr_app_user u where u.id = f.user_id and u.status = 4 and f.contact_enc is not null; -- D:AppUserStatus

with ended as (
  update veh_binding b set status = 0, unbind_time = now(), rev = b.rev + 1, update_time = now(), update_by = null
  from usr_app_user u where u.id = b.user_id and u.status = 4 and b.bind_type = 2 and b.status = 1 and not b.deleted
  returning b.vehicle_id, b.user_id)
insert into veh_binding_log (vehicle_id, user_id, action, channel) select vehicle_id, user_id, 4, 5 from ended; -- D:BindAction, D:BindChannel
