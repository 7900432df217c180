-- Files by where they are stored: pictures of a document's pages are found by the beginning of their key (modules/files/pdf-pages.ts).
create index ix_sys_file_storage_key on sys_file (storage_key collate "C");
