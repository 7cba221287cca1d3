-- What a run made or asked for since its last part; null where there is nothing.
ALTER TABLE runs ADD COLUMN enclosed jsonb;
