-- What the holder of a bot records for the next holder and for the other replicas. Written by the holder of the current epoch only.
ALTER TABLE polling_claims
    ADD COLUMN position  text,                           -- JSON of the platform, from which the next holder continues; null for none
    ADD COLUMN connected boolean NOT NULL DEFAULT false, -- while there is a holder: true if events arrive
    ADD COLUMN problem   text;                           -- the last reason why none arrive; null for none
