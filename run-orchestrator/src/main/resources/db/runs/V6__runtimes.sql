-- Which replica holds which runtime that we dial: a runtime takes one host at a time. A hold lasts as long as its replica's lease is not
-- dead; whoever takes it next counts the epoch up.
CREATE TABLE runs.runtime_holds (
    runtime     text        PRIMARY KEY,
    incarnation uuid        NOT NULL,
    epoch       bigint      NOT NULL,
    taken_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);
