package dev.agenthost.orchestrator.catalogue.postgres;

import dev.agenthost.orchestrator.catalogue.CatalogueItem;
import dev.agenthost.orchestrator.catalogue.CatalogueRepository;
import dev.agenthost.orchestrator.catalogue.WriteOutcome;
import dev.agenthost.platform.rest.ExpectedVersion;
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

/** {@link CatalogueRepository} in a table; every change is one statement that returns its outcome. */
public final class PostgresCatalogueRepository<T extends CatalogueItem> implements CatalogueRepository<T> {
    private static final String COLUMNS = "workspace_id, {id} AS id, document::text AS document, version";

    private static final String FIND = "SELECT " + COLUMNS + " FROM {table} WHERE workspace_id = $1 AND {id} = $2";

    private static final String FIND_ALL =
            "SELECT " + COLUMNS + " FROM {table} WHERE workspace_id = $1 AND {id} = any($2)";

    private static final String PAGE =
            "SELECT " + COLUMNS + " FROM {table} WHERE workspace_id = $1 AND {id} > $2 ORDER BY {id} LIMIT $3";

    private static final String CREATE = """
            INSERT INTO {table} (workspace_id, {id}, document) VALUES ($1, $2, CAST($3::text AS jsonb))
            ON CONFLICT (workspace_id, {id}) DO NOTHING RETURNING\s""" + COLUMNS;

    private static final String REPLACE = """
            UPDATE {table} SET document = CAST($3::text AS jsonb), version = version + 1, changed_at = clock_timestamp()
            WHERE workspace_id = $1 AND {id} = $2 AND ($4::integer IS NULL OR version = $4) RETURNING\s""" + COLUMNS;

    private static final String DELETE = """
            DELETE FROM {table}
            WHERE workspace_id = $1 AND {id} = $2 AND ($3::integer IS NULL OR version = $3) RETURNING\s""" + COLUMNS;

    /** The time limit of a statement; a statement without an answer by then counts as failed. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Pool pool;
    private final CatalogueTable<T> table;

    public PostgresCatalogueRepository(Pool pool, CatalogueTable<T> table) {
        this.pool = pool;
        this.table = table;
    }

    @Override
    public Uni<Optional<T>> find(String workspaceId, String id) {
        return query(FIND, Tuple.of(workspaceId, id)).map(rows -> rows.stream().findFirst());
    }

    @Override
    public Uni<List<T>> findAll(String workspaceId, List<String> ids) {
        return ids.isEmpty()
                ? Uni.createFrom().item(List.of())
                : query(FIND_ALL, Tuple.of(workspaceId, ids.toArray(String[]::new)));
    }

    @Override
    public Uni<List<T>> page(String workspaceId, @Nullable String after, int most) {
        return query(PAGE, Tuple.of(workspaceId, after == null ? "" : after, most));
    }

    @Override
    public Uni<WriteOutcome<T>> create(T item) {
        return query(CREATE, Tuple.of(item.workspaceId(), item.id(), text(item)))
                .map(rows -> rows.isEmpty() ? new WriteOutcome.Exists<>() : new WriteOutcome.Done<>(rows.getFirst()));
    }

    @Override
    public Uni<WriteOutcome<T>> replace(T item, ExpectedVersion expected) {
        return query(REPLACE, Tuple.of(item.workspaceId(), item.id(), text(item), expected.orNull()))
                .chain(rows -> changed(rows, item.workspaceId(), item.id()));
    }

    @Override
    public Uni<WriteOutcome<T>> delete(String workspaceId, String id, ExpectedVersion expected) {
        return query(DELETE, Tuple.of(workspaceId, id, expected.orNull()))
                .chain(rows -> changed(rows, workspaceId, id));
    }

    private Uni<WriteOutcome<T>> changed(List<T> rows, String workspaceId, String id) {
        return rows.isEmpty()
                ? find(workspaceId, id)
                        .map(found -> found.<WriteOutcome<T>>map(current -> new WriteOutcome.Stale<>(current.version()))
                                .orElseGet(WriteOutcome.Missing::new))
                : Uni.createFrom().item(new WriteOutcome.Done<>(rows.getFirst()));
    }

    private Uni<List<T>> query(String statement, Tuple values) {
        return pool.preparedQuery(
                        statement.replace("{table}", "runs." + table.name()).replace("{id}", table.id()))
                .execute(values)
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .map(rows -> {
                    List<T> items = new ArrayList<>();
                    rows.forEach(row -> items.add(read(row)));
                    return items;
                });
    }

    private String text(T item) {
        return new String(ProtocolCodec.encode(table.document().apply(item)), StandardCharsets.UTF_8);
    }

    private T read(Row row) {
        try {
            return table.reading()
                    .read(
                            row.getString("document").getBytes(StandardCharsets.UTF_8),
                            row.getString("workspace_id"),
                            row.getString("id"),
                            row.getInteger("version"));
        } catch (UndecodableException e) {
            throw new IllegalStateException("a document of " + table.name() + " is unreadable", e);
        }
    }
}
