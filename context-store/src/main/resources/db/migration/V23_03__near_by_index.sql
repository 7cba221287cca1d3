-- As V10: built while everything is served.
set statement_timeout = 0;
set lock_timeout = 0;
drop index concurrently if exists knowledge_documents_near_due;
create index concurrently knowledge_documents_near_due on knowledge_documents (document)
where near_due and indexed_revision is not null and indexed_chunks > 0;
