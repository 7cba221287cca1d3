-- A runner may ask for its runs of a conversation, newest first.
CREATE INDEX runs_conversation ON runs.runs (conversation_key, admitted_at, run_id);
