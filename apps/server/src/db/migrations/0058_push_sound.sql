-- The sound that a push makes on the phone, as its template says (D:PushSound); null: the phone's own.

alter table msg_inbox add sound text constraint ck_msg_inbox_sound check (char_length(sound) <= 32);

-- What the sandbox was asked to play.
alter table msg_push_outbox add sound text;
