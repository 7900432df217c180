-- When a notice that pops up has done so for its reader: once, on whatever device.

alter table msg_inbox add column popup_time timestamptz;
