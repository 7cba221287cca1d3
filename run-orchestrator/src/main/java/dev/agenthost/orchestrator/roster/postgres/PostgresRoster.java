package dev.agenthost.orchestrator.roster.postgres;

import dev.agenthost.orchestrator.roster.Roster;
import dev.agenthost.orchestrator.roster.RosterTopic;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.KnownRunner;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** {@link Roster} in a table, made of the board of connections. */
public final class PostgresRoster implements Roster {
    /** Of a statement, or of telling some records. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Pool pool;

    public PostgresRoster(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<KnownRunner>> changed() {
        return pool.preparedQuery(RosterSql.SIGHTED)
                .execute()
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .map(rows -> {
                    List<KnownRunner> changed = new ArrayList<>();
                    for (Row row : rows) {
                        KnownRunner sighted = sighted(row);
                        if (row.getBoolean("due") || !sighted.sha256().equals(row.getString("sha256"))) {
                            changed.add(sighted);
                        }
                    }
                    return changed;
                });
    }

    @Override
    public Uni<Void> keep(KnownRunner runner) {
        return pool.preparedQuery(RosterSql.KEEP)
                .execute(Tuple.of(runner.recordKey(), text(runner), runner.sha256()))
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .replaceWithVoid();
    }

    @Override
    public Uni<Void> tell(RosterTopic topic) {
        return pool.query(RosterSql.ANYTHING)
                .execute()
                .chain(found -> found.iterator().next().getBoolean("anything")
                        ? pool.withTransaction(connection -> alone(connection, topic))
                        : Uni.createFrom().voidItem())
                .ifNoItem()
                .after(LIMIT)
                .fail();
    }

    /** Whoever is first tells; a replica that stands still while it does loses its turn. */
    private static Uni<Void> alone(SqlConnection connection, RosterTopic topic) {
        return connection
                .query(RosterSql.LET_GO)
                .execute()
                .chain(() -> connection.query(RosterSql.ALONE).execute())
                .chain(found -> found.iterator().next().getBoolean("alone")
                        ? told(connection, topic).chain(() -> forgotten(connection, topic))
                        : Uni.createFrom().voidItem());
    }

    private static Uni<Void> told(SqlConnection connection, RosterTopic topic) {
        return connection
                .query(RosterSql.UNTOLD)
                .execute()
                .chain(rows -> each(rows, row -> {
                    KnownRunner runner = kept(row);
                    return topic.tell(
                                    runner, row.getOffsetDateTime("changed_at").toInstant())
                            .chain(() -> connection
                                    .preparedQuery(RosterSql.TOLD)
                                    .execute(Tuple.of(runner.recordKey(), row.getLong("revision"))))
                            .replaceWithVoid();
                }));
    }

    private static Uni<Void> forgotten(SqlConnection connection, RosterTopic topic) {
        return connection
                .query(RosterSql.UNSEEN)
                .execute()
                .chain(rows -> each(rows, row -> topic.forget(row.getString("runner_id"))
                        .chain(() -> connection
                                .preparedQuery(RosterSql.FORGET)
                                .execute(Tuple.of(row.getString("runner_id"))))
                        .replaceWithVoid()));
    }

    private interface Step {
        Uni<Void> of(Row row);
    }

    private static Uni<Void> each(RowSet<Row> rows, Step step) {
        return Multi.createFrom()
                .iterable(rows)
                .onItem()
                .transformToUniAndConcatenate(row -> step.of(row).replaceWith(true))
                .collect()
                .last()
                .replaceWithVoid();
    }

    private static KnownRunner sighted(Row row) {
        try {
            byte[] manifest = row.getJsonObject("manifest").encode().getBytes(StandardCharsets.UTF_8);
            return KnownRunner.of(
                    RunnerId.parse(row.getString("runner_id")),
                    ProtocolCodec.decode(manifest, AgentRunnerManifest.class),
                    row.getString("generation"),
                    List.of(row.getArrayOfStrings("workspaces")));
        } catch (UndecodableException e) {
            throw new IllegalStateException("a manifest that we wrote cannot be read", e);
        }
    }

    private static KnownRunner kept(Row row) {
        try {
            return ProtocolCodec.decode(row.getString("document").getBytes(StandardCharsets.UTF_8), KnownRunner.class);
        } catch (UndecodableException e) {
            throw new IllegalStateException("a runner that we kept cannot be read", e);
        }
    }

    private static String text(KnownRunner runner) {
        return new String(ProtocolCodec.encode(runner), StandardCharsets.UTF_8);
    }
}
