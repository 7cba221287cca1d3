-- Records each change of an embedding model in the transaction that makes it, whichever build makes it.
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
