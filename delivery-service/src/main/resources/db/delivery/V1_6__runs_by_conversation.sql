-- The latest run of a conversation has its destination. Conversations of clients that read the live stream have no entry.
CREATE INDEX CONCURRENTLY runs_by_conversation ON delivery.runs (md5(conversation_key), updated_at)
    WHERE delivery ->> 'surface' NOT IN ('api', 'webui', 'scheduler', 'host:delegation');
