package dev.agenthost.context.artifact.postgres;

import dev.agenthost.context.artifact.ObjectMoveRepository;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Each step is one statement. */
public final class PostgresObjectMoveRepository implements ObjectMoveRepository {
    private static final String CLAIM = "select workspace_id, sha256, size from context.claim_move_v1($1, $2)";
    private static final String BYTES = """
            select substring(c.bytes from w.first + 1 for w.after - w.first)
            from context.artifact_chunks c,
                lateral (select greatest($3::bigint - c.place::bigint * 262144, 0)::integer as first,
                    least($4::bigint - c.place::bigint * 262144, 262144)::integer as after) w
            where c.workspace_id = $1 and c.sha256 = $2
                and c.place between ($3::bigint / 262144)::integer and (($4::bigint - 1) / 262144)::integer
            order by c.place
            """;
    private static final String SETTLE = "select context.settle_move_v1($1, $2, $3)";
    private static final String DOOM = "select * from context.doom_objects_v1($1, $2)";
    private static final String DELETED = "delete from context.artifact_garbage where object = $1";
    private static final int AT_ONCE = 50;
    private static final double MILLIS = 1000;

    private final Pool pool;
    private final double lease;

    /** @param lease within which a move is surely over, or given up */
    public PostgresObjectMoveRepository(Pool pool, Duration lease) {
        this.pool = pool;
        this.lease = lease.toMillis() / MILLIS;
    }

    @Override
    public Uni<Optional<Move>> claim(String object) {
        return execute(CLAIM, Tuple.of(object, lease)).map(rows -> {
            Row row = rows.iterator().next();
            return row.getString(0) == null
                    ? Optional.empty()
                    : Optional.of(new Move(row.getString(0), row.getString(1), row.getLong(2), object));
        });
    }

    @Override
    public Uni<byte[]> bytes(Move move, long from, long to) {
        return execute(BYTES, Tuple.of(move.workspaceId(), move.sha256(), from, to))
                .map(rows -> {
                    Buffer bytes = Buffer.buffer();
                    rows.forEach(row -> bytes.appendBuffer(row.getDelegate().getBuffer(0)));
                    if (bytes.length() != to - from) {
                        throw new IllegalStateException("the bytes were freed while they moved");
                    }
                    return bytes.getBytes();
                });
    }

    @Override
    public Uni<Boolean> settle(Move move) {
        return execute(SETTLE, Tuple.of(move.workspaceId(), move.sha256(), move.object()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    @Override
    public Uni<List<String>> doomed() {
        return execute(DOOM, Tuple.of(AT_ONCE, lease)).map(rows -> {
            List<String> objects = new ArrayList<>();
            rows.forEach(row -> objects.add(row.getString(0)));
            return objects;
        });
    }

    @Override
    public Uni<Void> deleted(String object) {
        return execute(DELETED, Tuple.of(object)).replaceWithVoid();
    }

    private Uni<RowSet<Row>> execute(String statement, Tuple values) {
        return pool.preparedQuery(statement).execute(values);
    }
}
