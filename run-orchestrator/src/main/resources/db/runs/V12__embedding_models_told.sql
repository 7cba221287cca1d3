-- What context-store has to be told of models of the kind embedding, until it took it: of each model the newest. A document that is null says
-- that the model is gone. The revision goes on counting when a model is deleted and made again.
CREATE SEQUENCE runs.embedding_revisions;

CREATE TABLE runs.embedding_tellings (
    workspace_id text        NOT NULL,
    model_id     text        COLLATE "C" NOT NULL,
    revision     bigint      NOT NULL,
    document     jsonb,
    tries        integer     NOT NULL DEFAULT 0,
    due_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (workspace_id, model_id)
);

CREATE INDEX embedding_tellings_due ON runs.embedding_tellings (due_at);

-- Marks what is to be told together with what is written, whichever build of ours writes it.
CREATE FUNCTION runs.tell_embedding_v1() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    v_is  boolean := TG_OP <> 'DELETE' AND NEW.document ->> 'kind' = 'embedding';
    v_was boolean := TG_OP <> 'INSERT' AND OLD.document ->> 'kind' = 'embedding';
BEGIN
    IF v_is OR v_was THEN
        INSERT INTO runs.embedding_tellings AS t (workspace_id, model_id, revision, document)
            VALUES (CASE WHEN v_is THEN NEW.workspace_id ELSE OLD.workspace_id END,
                    CASE WHEN v_is THEN NEW.model_id ELSE OLD.model_id END,
                    nextval('runs.embedding_revisions'),
                    CASE WHEN v_is THEN NEW.document END)
            ON CONFLICT (workspace_id, model_id) DO UPDATE SET
                revision = greatest(excluded.revision, t.revision + 1), document = excluded.document, tries = 0,
                due_at = excluded.due_at;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER tell_embedding AFTER INSERT OR UPDATE OR DELETE ON runs.models
    FOR EACH ROW EXECUTE FUNCTION runs.tell_embedding_v1();

-- Those that are there already.
INSERT INTO runs.embedding_tellings (workspace_id, model_id, revision, document)
    SELECT m.workspace_id, m.model_id, nextval('runs.embedding_revisions'), m.document
    FROM runs.models m WHERE m.document ->> 'kind' = 'embedding';
