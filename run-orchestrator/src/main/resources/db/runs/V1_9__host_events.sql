-- Events that the host publishes on agent.events: responses to questions, delegations and their ends, timers. "publish_after" is set
-- until Kafka has the event; of a timer it is the time at which it is due.
CREATE TABLE runs.host_events (
    workspace_id  text        NOT NULL,
    event_id      uuid        NOT NULL,
    event         text        NOT NULL,
    timer_of      uuid,
    stored_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    publish_after timestamptz,
    PRIMARY KEY (workspace_id, event_id)
);

COMMENT ON COLUMN runs.host_events.timer_of IS 'the first run of the chain that set the timer; null for an event that is no timer';

CREATE INDEX host_events_due ON runs.host_events (publish_after) WHERE publish_after IS NOT NULL;
CREATE INDEX host_events_timers ON runs.host_events (workspace_id, timer_of) WHERE timer_of IS NOT NULL AND publish_after IS NOT NULL;
CREATE INDEX host_events_age ON runs.host_events (stored_at);

DROP INDEX runs.interactions_event;
ALTER TABLE runs.interactions DROP COLUMN publish_after;
ALTER TABLE runs.interactions ADD COLUMN conversation_key text NOT NULL DEFAULT '';
COMMENT ON COLUMN runs.interactions.event IS 'the event that the response is: interaction.submitted, or the message that replies in words';
CREATE INDEX interactions_conversation ON runs.interactions (workspace_id, conversation_key, asked_at);

-- Tasks that runs give to other agents. A row is settled once the delegating run knows that the delegated run has ended, or cannot wait
-- for it any more.
CREATE TABLE runs.delegations (
    workspace_id     text        NOT NULL,
    origin_run_id    uuid        NOT NULL,
    delegation_id    text        NOT NULL,
    root_run_id      uuid        NOT NULL,
    ordinal          integer     NOT NULL CHECK (ordinal BETWEEN 1 AND 32),
    waiting_run_id   uuid        NOT NULL,
    delegated_run_id uuid        NOT NULL,
    agent_id         text        NOT NULL,
    fingerprint      text        NOT NULL,
    completion       text,
    completion_id    uuid        NOT NULL,
    delegated_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    settled_at       timestamptz,
    PRIMARY KEY (workspace_id, origin_run_id, delegation_id),
    UNIQUE (workspace_id, root_run_id, ordinal),
    UNIQUE (workspace_id, delegated_run_id)
);

COMMENT ON COLUMN runs.delegations.origin_run_id IS 'the first run of the chain of continuations that delegates';
COMMENT ON COLUMN runs.delegations.root_run_id IS 'the run of the event from outside; it has at most 32 delegated runs at all depths';
COMMENT ON COLUMN runs.delegations.waiting_run_id IS 'the last run of the chain that delegated or read the delegated run';
COMMENT ON COLUMN runs.delegations.completion IS 'the event that continues the chain when the delegated run ends; null if the runner wants none';

CREATE INDEX delegations_open ON runs.delegations (delegated_at) WHERE settled_at IS NULL;
CREATE INDEX delegations_age ON runs.delegations (delegated_at);
