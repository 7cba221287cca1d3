package dev.agenthost.binding.key.postgres;

import dev.agenthost.binding.key.KeyChange;
import dev.agenthost.binding.key.KeyRepository;
import dev.agenthost.binding.publication.RecordPublisher;
import dev.agenthost.binding.publication.postgres.PostgresOutboxRepository;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.rest.ChangeContext;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.security.AccessKey;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Keys on PostgreSQL. Each change locks its row, so the outbox holds its records in the order of the changes. */
@ApplicationScoped
class PostgresKeyRepository implements KeyRepository {
    private static final String INSERT =
            "insert into bindings.api_keys (key_id, workspace_id, document) values ($1, $2, $3)";
    private static final String UPDATE = "update bindings.api_keys set document = $2 where key_id = $1";
    private static final String FIND = """
            select document from bindings.api_keys
            where key_id = $1 and ($2::text is null or workspace_id = $2)
            """;
    private static final String LIST = """
            select document from bindings.api_keys
            where key_id > $1 and ($2::text is null or workspace_id = $2)
            order by key_id limit $3
            """;

    private final Pool pool;
    private final PostgresOutboxRepository outbox;
    private final RecordPublisher publisher;

    PostgresKeyRepository(Pool pool, PostgresOutboxRepository outbox, RecordPublisher publisher) {
        this.pool = pool;
        this.outbox = outbox;
        this.publisher = publisher;
    }

    @Override
    public Uni<Void> create(AccessKey key, ChangeContext change) {
        return pool.withTransaction(connection -> connection
                        .preparedQuery(INSERT)
                        .execute(Tuple.of(key.keyId(), key.workspaceId(), document(key)))
                        .chain(() -> outbox.lay(connection, KeyChange.records(key, change))))
                .invoke(this::publishNow);
    }

    @Override
    public Uni<Boolean> revoke(@Nullable String workspaceId, String keyId, ChangeContext change) {
        return pool.withTransaction(connection -> connection
                        .preparedQuery(FIND + " for update")
                        .execute(Tuple.of(keyId, workspaceId))
                        .chain(rows -> {
                            Optional<AccessKey> found = keys(rows).stream().findFirst();
                            return found.isEmpty()
                                    ? Uni.createFrom().item(false)
                                    : revoke(connection, found.get(), change).replaceWith(true);
                        }))
                .invoke(this::publishNow);
    }

    private Uni<Void> revoke(SqlConnection connection, AccessKey key, ChangeContext change) {
        if (key.isRevoked()) {
            return Uni.createFrom().voidItem();
        }
        AccessKey revoked = key.revoked(change.at(), change.actor());
        return connection
                .preparedQuery(UPDATE)
                .execute(Tuple.of(key.keyId(), document(revoked)))
                .chain(() -> outbox.lay(connection, KeyChange.records(revoked, change)));
    }

    @Override
    public Uni<Optional<AccessKey>> find(@Nullable String workspaceId, String keyId) {
        return pool.preparedQuery(FIND).execute(Tuple.of(keyId, workspaceId)).map(rows -> keys(rows).stream()
                .findFirst());
    }

    @Override
    public Uni<List<AccessKey>> list(@Nullable String workspaceId, @Nullable String after, int limit) {
        return pool.preparedQuery(LIST)
                .execute(Tuple.of(after == null ? "" : after, workspaceId, limit))
                .map(PostgresKeyRepository::keys);
    }

    /** Publishes asynchronously; after a failure, the sweeper publishes a second later. */
    private void publishNow() {
        FailPoint.at("binding.50-key-stored");
        outbox.publishOldest(100, publisher).subscribe().with(published -> {}, failure -> {});
    }

    private static String document(AccessKey key) {
        return new String(ProtocolCodec.encode(key), StandardCharsets.UTF_8);
    }

    private static List<AccessKey> keys(Iterable<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(PostgresKeyRepository::key)
                .toList();
    }

    private static AccessKey key(Row row) {
        try {
            return ProtocolCodec.decode(row.getString("document").getBytes(StandardCharsets.UTF_8), AccessKey.class);
        } catch (UndecodableException e) {
            throw new IllegalStateException("A stored key cannot be decoded", e);
        }
    }
}
