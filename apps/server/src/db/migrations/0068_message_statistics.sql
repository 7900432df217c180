-- Whom a record of a message to many is for: statistics read the records alone, not the inboxes and users as well.

alter table msg_push_record
  add column receiver  smallint constraint ck_msg_push_record_receiver check (receiver in (1, 2, 3)),    -- D:NoticeReceiver; null: a user of the app
  add column client_os smallint constraint ck_msg_push_record_client_os check (client_os in (1, 2, 3)); -- of the user, as it was sent

update msg_push_record r set receiver = i.receiver, client_os = u.client_os
from msg_inbox i left join usr_app_user u on u.id = i.user_id and i.receiver = 1
where i.id = r.inbox_id and r.priority > 0;
