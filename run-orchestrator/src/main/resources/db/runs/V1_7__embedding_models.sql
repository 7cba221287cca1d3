-- Records each change of an embedding model in the transaction of the change, for every build of the service.
CREATE FUNCTION runs.record_embedding_change_v1() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    v_embedding     boolean := TG_OP <> 'DELETE' AND NEW.document ->> 'kind' = 'embedding';
    v_was_embedding boolean := TG_OP <> 'INSERT' AND OLD.document ->> 'kind' = 'embedding';
BEGIN
    IF v_embedding OR v_was_embedding THEN
        INSERT INTO runs.embedding_changes AS t (workspace_id, model_id, revision, document)
            VALUES (CASE WHEN v_embedding THEN NEW.workspace_id ELSE OLD.workspace_id END,
                    CASE WHEN v_embedding THEN NEW.model_id ELSE OLD.model_id END,
                    nextval('runs.embedding_revisions'),
                    CASE WHEN v_embedding THEN NEW.document END)
            ON CONFLICT (workspace_id, model_id) DO UPDATE SET
                revision = greatest(excluded.revision, t.revision + 1), document = excluded.document, attempts = 0,
                due_at = excluded.due_at;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER record_embedding_change AFTER INSERT OR UPDATE OR DELETE ON runs.models
    FOR EACH ROW EXECUTE FUNCTION runs.record_embedding_change_v1();
