-- As V10: built while everything is served.
set statement_timeout = 0;
set lock_timeout = 0;
drop index concurrently if exists knowledge_bases_model;
create index concurrently knowledge_bases_model on knowledge_bases (workspace_id, embedding_model)
where embedding_model is not null;
-- As many as there are threads at work.
drop index concurrently if exists knowledge_documents_held;
create index concurrently knowledge_documents_held on knowledge_documents (kb) where claim_id is not null;
