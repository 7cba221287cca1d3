-- Ids of messages are those of any platform. A preview may be a card that a message shows.
ALTER TABLE previews
    ALTER COLUMN message_id TYPE text,
    ADD COLUMN card_id text,                 -- the card that the message shows; null before it is known, and without cards
    ADD COLUMN calls   int NOT NULL DEFAULT 0; -- calls that have begun: their order on every replica
