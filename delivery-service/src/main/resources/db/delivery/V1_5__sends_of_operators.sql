CREATE INDEX CONCURRENTLY sends_of_operators ON delivery.sends (md5(conversation_key), ordinal) WHERE operator IS NOT NULL;
