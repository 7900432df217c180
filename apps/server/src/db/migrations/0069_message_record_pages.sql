-- Records in a state are paged in the order of the inboxes.
drop index ix_msg_push_record_ref;
create index ix_msg_push_record_ref on msg_push_record (ref_type, ref_id, channel, status, inbox_id) where ref_id is not null;
