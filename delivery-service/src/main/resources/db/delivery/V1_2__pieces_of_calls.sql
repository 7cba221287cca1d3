-- A call whose text the platform refused as too long is made in pieces; they are recorded as calls are.
ALTER TABLE sends
    ADD COLUMN call_division int NOT NULL DEFAULT 0, -- how often the text of the next call was halved
    ADD COLUMN call_piece    int NOT NULL DEFAULT 0; -- pieces of it that are answered or left
