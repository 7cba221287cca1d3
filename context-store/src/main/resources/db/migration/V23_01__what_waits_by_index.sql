-- As V10: built while everything is served.
set statement_timeout = 0;
set lock_timeout = 0;
drop index concurrently if exists conversations_vectors_due;
create index concurrently conversations_vectors_due on conversations (workspace_id, vectors_due, id) where vectors_due is not null;
drop index concurrently if exists vectored_conversations_older;
create index concurrently vectored_conversations_older on vectored_conversations (workspace_id, due_at) where bottom > 0;
drop index concurrently if exists vectored_conversations_model;
create index concurrently vectored_conversations_model on vectored_conversations (workspace_id, model, conversation);
-- The one before begins with the same.
drop index concurrently if exists vectored_conversations_workspace;
