package dev.agenthost.orchestrator.grant.postgres;

import dev.agenthost.orchestrator.flowcontrol.RequestBatcher;
import dev.agenthost.orchestrator.grant.CanonicalGrant;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.GrantRepository;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** {@link GrantRepository} in a table: the first write stays. Rows live as long as their runs. */
@Singleton
public final class PostgresGrantRepository implements GrantRepository {
    /** Answers a grant only where an earlier attempt has stored it; writes the audit entries of all others to the outbox. */
    private static final String STORE = """
            WITH stored AS (
                INSERT INTO runs.grants AS g (workspace_id, run_id, frozen)
                SELECT DISTINCT ON (workspace_id, run_id) workspace_id, run_id, frozen::jsonb
                FROM unnest($1::text[], $2::uuid[], $3::text[]) AS batch (workspace_id, run_id, frozen)
                ON CONFLICT (workspace_id, run_id) DO UPDATE SET frozen = g.frozen
                RETURNING workspace_id, run_id, CASE WHEN xmax <> 0 THEN frozen END AS earlier
            ), audited AS (
                INSERT INTO runs.audit_outbox (audit_id, conversation_key, entry)
                SELECT e.audit_id, e.conversation_key, e.entry
                FROM unnest($1::text[], $2::uuid[], $4::uuid[], $5::text[], $6::text[])
                    AS e (workspace_id, run_id, audit_id, conversation_key, entry)
                JOIN stored USING (workspace_id, run_id)
                WHERE earlier IS NULL
                ON CONFLICT DO NOTHING
            )
            SELECT workspace_id, run_id, earlier FROM stored""";

    private static final String FIND =
            "SELECT frozen, frozen_at FROM runs.grants WHERE workspace_id = $1 AND run_id = $2";

    /** The time limit of a statement; a statement without an answer by then counts as failed. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final int MOST_AT_ONCE = 100;

    private record Request(ClaimedRun run, CanonicalGrant frozen, AuditEntry granted) {}

    private final Pool pool;
    private final RequestBatcher<Request, Stored> requests = new RequestBatcher<>(this::write, MOST_AT_ONCE);

    public PostgresGrantRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Stored> store(ClaimedRun run, CanonicalGrant frozen, AuditEntry granted) {
        return requests.submit(new Request(run, frozen, granted));
    }

    private Uni<List<Stored>> write(List<Request> batch) {
        String[] workspaces =
                batch.stream().map(each -> each.run().workspaceId()).toArray(String[]::new);
        UUID[] runs = batch.stream().map(each -> each.run().runId().value()).toArray(UUID[]::new);
        String[] frozen = batch.stream().map(each -> text(each.frozen())).toArray(String[]::new);
        UUID[] auditIds = batch.stream()
                .map(each -> UUID.fromString(each.granted().auditId()))
                .toArray(UUID[]::new);
        String[] conversations = batch.stream()
                .map(each -> each.run().resolution().event().conversationKey().value())
                .toArray(String[]::new);
        String[] entries = batch.stream()
                .map(each -> new String(ProtocolCodec.encode(each.granted()), StandardCharsets.UTF_8))
                .toArray(String[]::new);
        return pool.preparedQuery(STORE)
                .execute(Tuple.of(workspaces, runs, frozen, auditIds, conversations, entries))
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .map(rows -> stored(batch, rows));
    }

    private static List<Stored> stored(List<Request> batch, RowSet<Row> rows) {
        Map<RunKey, CanonicalGrant> earlier = new HashMap<>();
        for (Row row : rows) {
            JsonObject json = row.getJsonObject("earlier");
            if (json != null) {
                RunKey run = new RunKey(row.getString("workspace_id"), new RunId(row.getUUID("run_id")));
                earlier.put(run, CanonicalGrant.of(read(json)));
            }
        }
        return batch.stream()
                .map(each -> {
                    CanonicalGrant first = earlier.get(each.run().key());
                    return first == null ? new Stored(each.frozen(), true) : new Stored(first, false);
                })
                .toList();
    }

    @Override
    public Uni<Optional<StoredGrant>> find(RunKey run) {
        return pool.preparedQuery(FIND)
                .execute(Tuple.of(run.workspaceId(), run.runId().value()))
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .map(rows -> {
                    var row = rows.iterator();
                    return row.hasNext() ? Optional.of(storedGrant(row.next())) : Optional.empty();
                });
    }

    private static StoredGrant storedGrant(Row row) {
        return new StoredGrant(
                read(row.getJsonObject("frozen")),
                row.getOffsetDateTime("frozen_at").toInstant());
    }

    /** Removes the characters that no database stores: one of them would fail all rows of the write. */
    private static String text(CanonicalGrant grant) {
        return JsonText.clean(grant.json()).toString();
    }

    private static Grant read(JsonObject json) {
        try {
            return ProtocolCodec.decode(json.encode().getBytes(StandardCharsets.UTF_8), Grant.class);
        } catch (UndecodableException e) {
            throw new IllegalStateException("a stored grant is unreadable", e);
        }
    }
}
