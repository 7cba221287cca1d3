-- The replicas that hold the connections of bots which accept calls: one row for each bot, for its newest connection. A row may be out of
-- date: a replica without the connection makes no call.
CREATE TABLE bot_connections (
    bot_id      text        PRIMARY KEY,
    connection  uuid        NOT NULL, -- differs for each connection, so that the end of an earlier one does not remove a later one
    replica_url text        NOT NULL, -- internal address
    entered_at  timestamptz NOT NULL  -- for operators
);
