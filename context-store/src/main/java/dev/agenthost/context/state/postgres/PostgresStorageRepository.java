package dev.agenthost.context.state.postgres;

import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.state.StorageCondition;
import dev.agenthost.context.state.StorageKey;
import dev.agenthost.context.state.StorageQuota;
import dev.agenthost.context.state.StorageRepository;
import dev.agenthost.context.state.StorageWrite;
import dev.agenthost.context.state.StoredValue;
import dev.agenthost.protocol.store.state.StorageKeys;
import dev.agenthost.protocol.store.state.StorageLimits;
import dev.agenthost.protocol.store.state.StorageOwner;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Storage in a table: each read is one statement, and the writes are functions of the database, which keep the quota. */
public final class PostgresStorageRepository implements StorageRepository {
    private static final String FROM_OWNER = """
             from context.storage s
            join context.storage_owners o on o.id = s.owner
            where o.workspace_id = $1 and o.kind = $2 and o.plugin = $3
            """;
    private static final String GET = "select s.value, s.etag" + FROM_OWNER + "and s.key = $4";
    private static final String KEYS = "select s.key" + FROM_OWNER + "order by s.key limit $4";
    private static final String PAGE = "select s.key" + FROM_OWNER
            + "and s.key >= $4 and starts_with(s.key, $4) and s.key > $5 order by s.key limit $6";
    private static final String SET = "select context.set_storage_v1($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    private static final String DELETE = "select context.delete_storage_v1($1, $2, $3, $4, $5, $6, $7, $8)";

    private final Pool pool;
    private final StorageQuota quota;

    public PostgresStorageRepository(Pool pool, StorageQuota quota) {
        this.pool = pool;
        this.quota = quota;
    }

    @Override
    public Uni<Optional<StoredValue>> get(StorageKey key) {
        return execute(GET, owner(key.workspaceId(), key.owner()).addString(key.key()))
                .map(rows -> {
                    if (rows.rowCount() == 0) {
                        return Optional.empty();
                    }
                    Row row = rows.iterator().next();
                    return Optional.of(new StoredValue(row.getBuffer(0).getBytes(), row.getString(1)));
                });
    }

    @Override
    public Uni<StorageWrite> set(WriteClaim claim, StorageKey key, byte[] value, StorageCondition condition) {
        return execute(
                        SET,
                        write(claim, key)
                                .addString(expected(condition))
                                .addBuffer(Buffer.buffer(value))
                                .addLong(quota.bytes())
                                .addInteger(quota.keys()))
                .map(PostgresStorageRepository::answer);
    }

    @Override
    public Uni<StorageWrite> delete(WriteClaim claim, StorageKey key, StorageCondition condition) {
        return execute(DELETE, write(claim, key).addString(expected(condition))).map(PostgresStorageRepository::answer);
    }

    @Override
    public Uni<StorageKeys> keys(String workspaceId, StorageOwner owner) {
        return execute(KEYS, owner(workspaceId, owner).addInteger(StorageLimits.MOST_KEYS))
                .map(rows -> StorageKeys.all(names(rows)));
    }

    @Override
    public Uni<StorageKeys> page(String workspaceId, StorageOwner owner, String prefix, String after, int limit) {
        Tuple values =
                owner(workspaceId, owner).addString(prefix).addString(after).addInteger(limit + 1);
        return execute(PAGE, values).map(rows -> {
            List<String> keys = names(rows);
            return new StorageKeys(keys.subList(0, Math.min(limit, keys.size())), keys.size() > limit);
        });
    }

    private static List<String> names(RowSet<Row> rows) {
        List<String> names = new ArrayList<>();
        rows.forEach(row -> names.add(row.getString(0)));
        return names;
    }

    private static @Nullable String expected(StorageCondition condition) {
        return switch (condition) {
            case StorageCondition.Any() -> null;
            case StorageCondition.Absent() -> "";
            case StorageCondition.Unchanged(String etag) -> etag;
        };
    }

    private Uni<RowSet<Row>> execute(String statement, Tuple values) {
        return pool.preparedQuery(statement).execute(values);
    }

    private static Tuple owner(String workspaceId, StorageOwner owner) {
        return Tuple.tuple()
                .addString(workspaceId)
                .addString(owner.kind().wire())
                .addString(owner.plugin());
    }

    private static Tuple write(WriteClaim claim, StorageKey key) {
        return Tuple.tuple()
                .addString(claim.workspaceId())
                .addUUID(claim.runId())
                .addInteger(claim.attempt())
                .addString(claim.operationId())
                .addString(key.owner().kind().wire())
                .addString(key.owner().plugin())
                .addString(key.key());
    }

    private static StorageWrite answer(RowSet<Row> rows) {
        String outcome = rows.iterator().next().getString(0);
        return switch (outcome) {
            case "changed" -> new StorageWrite.Written(true);
            case "unchanged" -> new StorageWrite.Written(false);
            case "stale" -> new StorageWrite.Stale();
            case "fenced" -> new StorageWrite.Fenced();
            case "too_many_bytes" -> new StorageWrite.TooManyBytes();
            case "too_many_keys" -> new StorageWrite.TooManyKeys();
            default -> throw new IllegalStateException("the database answered " + outcome);
        };
    }
}
