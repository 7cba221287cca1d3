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

/** Stores the moves of contents to the object store, and the deletions of objects there. */
public final class PostgresObjectMoveRepository implements ObjectMoveRepository {
    /** The garbage row outlives the lease, so that a move which is settled in time finds it. */
    private static final String CLAIM = """
            with chosen as (
                select c.workspace_id, c.sha256 from context.artifact_contents c
                where c.object is null and (c.moving_until is null or c.moving_until < now()) and not starts_with(c.sha256, 'upload/')
                    and exists (select from context.artifact_chunks k where k.workspace_id = c.workspace_id and k.sha256 = c.sha256)
                limit 1 for no key update skip locked),
            moving as (
                update context.artifact_contents c set moving_until = now() + make_interval(secs => $2)
                from chosen o where c.workspace_id = o.workspace_id and c.sha256 = o.sha256),
            garbage as (
                insert into context.artifact_garbage (object, due)
                select $1, now() + make_interval(secs => 2 * $2) from chosen)
            select o.workspace_id, o.sha256, (
                select k.ordinal::bigint * 262144 + length(k.bytes) from context.artifact_chunks k
                where k.workspace_id = o.workspace_id and k.sha256 = o.sha256 order by k.ordinal desc limit 1)
            from chosen o
            """;

    private static final String BYTES = """
            select substring(c.bytes from w.first + 1 for w.after - w.first)
            from context.artifact_chunks c,
                lateral (select greatest($3::bigint - c.ordinal::bigint * 262144, 0)::integer as first,
                    least($4::bigint - c.ordinal::bigint * 262144, 262144)::integer as after) w
            where c.workspace_id = $1 and c.sha256 = $2
                and c.ordinal between ($3::bigint / 262144)::integer and (($4::bigint - 1) / 262144)::integer
            order by c.ordinal
            """;
    private static final String RESCUE =
            "delete from context.artifact_garbage g where g.object = $1 and not g.deleting";
    private static final String REFER = """
            update context.artifact_contents c set object = $3, moving_until = null
            where c.workspace_id = $1 and c.sha256 = $2 and c.object is null
            """;
    private static final String EMPTY =
            "delete from context.artifact_chunks k where k.workspace_id = $1 and k.sha256 = $2";
    private static final String DISCARD = """
            insert into context.artifact_garbage (object, due) values ($1, now()) on conflict (object) do update set due = now()
            """;
    /** A deletion that is not reported as done is begun again after the lease. */
    private static final String CLAIM_GARBAGE = """
            update context.artifact_garbage g set deleting = true, due = now() + make_interval(secs => $2)
            where g.object in (
                select object from context.artifact_garbage where due <= now() order by due limit $1 for update skip locked)
            returning g.object
            """;

    private static final String DELETED = "delete from context.artifact_garbage where object = $1";
    private static final int AT_ONCE = 50;
    private static final double MILLIS = 1000;

    private final Pool pool;
    private final double lease;

    /** @param lease time after which a move is complete or abandoned */
    public PostgresObjectMoveRepository(Pool pool, Duration lease) {
        this.pool = pool;
        this.lease = lease.toMillis() / MILLIS;
    }

    @Override
    public Uni<Optional<Move>> claim(String object) {
        return execute(CLAIM, Tuple.of(object, lease)).map(rows -> {
            for (Row row : rows) {
                return Optional.of(new Move(row.getString(0), row.getString(1), row.getLong(2), object));
            }
            return Optional.empty();
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
        Tuple content = Tuple.of(move.workspaceId(), move.sha256());
        return pool.withTransaction(connection -> connection
                .preparedQuery(RESCUE)
                .execute(Tuple.of(move.object()))
                .chain(rescued -> rescued.rowCount() == 0
                        ? Uni.createFrom().item(false)
                        : connection
                                .preparedQuery(REFER)
                                .execute(Tuple.of(move.workspaceId(), move.sha256(), move.object()))
                                .map(moved -> moved.rowCount() > 0))
                .chain(moved -> moved
                        ? connection.preparedQuery(EMPTY).execute(content).replaceWith(true)
                        : connection
                                .preparedQuery(DISCARD)
                                .execute(Tuple.of(move.object()))
                                .replaceWith(false)));
    }

    @Override
    public Uni<List<String>> claimGarbage() {
        return execute(CLAIM_GARBAGE, Tuple.of(AT_ONCE, lease)).map(rows -> {
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
