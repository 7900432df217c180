-- The picture that was made of a video as it was put together: whoever asks again gets the same.
alter table sys_upload add column cover_id text;
