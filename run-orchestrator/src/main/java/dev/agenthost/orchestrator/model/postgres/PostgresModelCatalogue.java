package dev.agenthost.orchestrator.model.postgres;

import dev.agenthost.door.version.ExpectedVersion;
import dev.agenthost.orchestrator.model.catalogue.Model;
import dev.agenthost.orchestrator.model.catalogue.ModelCatalogue;
import dev.agenthost.orchestrator.model.catalogue.ModelDocument;
import dev.agenthost.orchestrator.model.catalogue.Written;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link ModelCatalogue} in a table; every change is one statement that says itself what it met. */
public final class PostgresModelCatalogue implements ModelCatalogue {
    private static final String COLUMNS = "workspace_id, model_id, document::text AS document, version";

    private static final String FIND =
            "SELECT " + COLUMNS + " FROM runs.models WHERE workspace_id = $1 AND model_id = $2";

    private static final String NAMED =
            "SELECT " + COLUMNS + " FROM runs.models WHERE workspace_id = $1 AND model_id = any($2)";

    private static final String PAGE = "SELECT " + COLUMNS
            + " FROM runs.models WHERE workspace_id = $1 AND model_id > $2 ORDER BY model_id LIMIT $3";

    private static final String CREATE = """
            INSERT INTO runs.models (workspace_id, model_id, document) VALUES ($1, $2, CAST($3::text AS jsonb))
            ON CONFLICT (workspace_id, model_id) DO NOTHING RETURNING\s""" + COLUMNS;

    private static final String REPLACE = """
            UPDATE runs.models SET document = CAST($3::text AS jsonb), version = version + 1, changed_at = clock_timestamp()
            WHERE workspace_id = $1 AND model_id = $2 AND ($4::integer IS NULL OR version = $4) RETURNING\s""" + COLUMNS;

    private static final String DELETE = """
            DELETE FROM runs.models
            WHERE workspace_id = $1 AND model_id = $2 AND ($3::integer IS NULL OR version = $3) RETURNING\s""" + COLUMNS;

    /** What is not answered by then counts as failed. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Pool pool;

    public PostgresModelCatalogue(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Optional<Model>> find(String workspaceId, String modelId) {
        return ask(FIND, Tuple.of(workspaceId, modelId))
                .map(rows -> rows.stream().findFirst());
    }

    @Override
    public Uni<List<Model>> named(String workspaceId, List<String> modelIds) {
        return modelIds.isEmpty()
                ? Uni.createFrom().item(List.of())
                : ask(NAMED, Tuple.of(workspaceId, modelIds.toArray(String[]::new)));
    }

    @Override
    public Uni<List<Model>> page(String workspaceId, @Nullable String after, int most) {
        return ask(PAGE, Tuple.of(workspaceId, after == null ? "" : after, most));
    }

    @Override
    public Uni<Written> create(Model model) {
        return ask(CREATE, Tuple.of(model.workspaceId(), model.modelId(), text(model)))
                .map(rows -> rows.isEmpty() ? new Written.Exists() : new Written.Done(rows.getFirst()));
    }

    @Override
    public Uni<Written> replace(Model model, ExpectedVersion expected) {
        return ask(REPLACE, Tuple.of(model.workspaceId(), model.modelId(), text(model), expected.orNull()))
                .chain(rows -> changed(rows, model.workspaceId(), model.modelId()));
    }

    @Override
    public Uni<Written> delete(String workspaceId, String modelId, ExpectedVersion expected) {
        return ask(DELETE, Tuple.of(workspaceId, modelId, expected.orNull()))
                .chain(rows -> changed(rows, workspaceId, modelId));
    }

    private Uni<Written> changed(List<Model> rows, String workspaceId, String modelId) {
        return rows.isEmpty()
                ? find(workspaceId, modelId)
                        .map(found -> found.<Written>map(model -> new Written.Stale(model.version()))
                                .orElseGet(Written.Missing::new))
                : Uni.createFrom().item(new Written.Done(rows.getFirst()));
    }

    private Uni<List<Model>> ask(String statement, Tuple values) {
        return pool.preparedQuery(statement)
                .execute(values)
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .map(rows -> {
                    List<Model> models = new ArrayList<>();
                    rows.forEach(row -> models.add(model(row)));
                    return models;
                });
    }

    private static String text(Model model) {
        return new String(ProtocolCodec.encode(ModelDocument.of(model)), StandardCharsets.UTF_8);
    }

    /** The columns count, not what the document says of itself. */
    private static Model model(Row row) {
        try {
            ModelDocument document = ProtocolCodec.decode(
                    row.getString("document").getBytes(StandardCharsets.UTF_8), ModelDocument.class);
            return document.model(row.getString("model_id"), row.getString("workspace_id"))
                    .withVersion(row.getInteger("version"));
        } catch (UndecodableException e) {
            throw new IllegalStateException("a model that we wrote cannot be read", e);
        }
    }
}
