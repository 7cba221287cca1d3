package dev.agenthost.orchestrator.runner.postgres;

import dev.agenthost.orchestrator.runner.ConnectionBoard;
import dev.agenthost.orchestrator.runner.PluginConnection;
import dev.agenthost.orchestrator.runner.RunnerDescriptor;
import dev.agenthost.orchestrator.runner.RunnerRegistry;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The board in a table. This replica's rows are made equal to its connections as a whole, whenever these change and again when that
 * failed or the replica began a new incarnation, so no single missed write leaves a trace.
 */
public final class PostgresConnectionBoard implements ConnectionBoard {
    private static final Logger LOG = Logger.getLogger(PostgresConnectionBoard.class);

    /** Rows of this replica that are no connection of it any more, and rows of the dead. */
    private static final String CLEAN = """
            DELETE FROM runs.runner_connections c
            WHERE c.incarnation = $1 AND NOT c.connection_id = ANY ($2)
               OR EXISTS (SELECT FROM runs.leases l WHERE l.incarnation = c.incarnation AND l.dead)
               OR c.connected_at < clock_timestamp() - interval '1 hour'
                  AND NOT EXISTS (SELECT FROM runs.leases l WHERE l.incarnation = c.incarnation)""";

    private static final String WRITE = """
            INSERT INTO runs.runner_connections
                (connection_id, runner_id, incarnation, runner_key, workspaces, manifest)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (connection_id, runner_id) DO UPDATE SET incarnation = excluded.incarnation""";

    private static final String READ = """
            SELECT c.runner_id, count(*)::integer AS connected,
                   (array_agg(c.manifest ORDER BY c.connected_at DESC, c.connection_id))[1] AS manifest
            FROM runs.runner_connections c JOIN runs.leases l ON l.incarnation = c.incarnation
            WHERE NOT l.dead AND l.expires_at > clock_timestamp() AND c.workspaces && ARRAY['*', $1]
            GROUP BY c.runner_id ORDER BY c.runner_id""";

    /** Written again after so long, in case a write that was given up came later than the one after it. */
    private static final Duration AGAIN = Duration.ofMinutes(1);

    private final Pool pool;
    private final RunnerRegistry registry;
    private final Supplier<UUID> incarnation;
    private final Duration limit;
    private final LongSupplier nanos;
    private final AtomicBoolean dirty = new AtomicBoolean(true);
    private final AtomicBoolean writing = new AtomicBoolean();
    private volatile @Nullable UUID writtenAs;
    private volatile long writtenAt;

    /**
     * @param limit of a statement, after which it counts as failed
     * @param nanos this process's monotonic clock
     */
    public PostgresConnectionBoard(
            Pool pool, RunnerRegistry registry, Supplier<UUID> incarnation, Duration limit, LongSupplier nanos) {
        this.pool = pool;
        this.registry = registry;
        this.incarnation = incarnation;
        this.limit = limit;
        this.nanos = nanos;
    }

    @Override
    public void changed() {
        dirty.set(true);
        tick();
    }

    /** Each second: writes what is not written yet. */
    public void tick() {
        UUID mine = incarnation.get();
        boolean due = dirty.get() || !mine.equals(writtenAs) || nanos.getAsLong() - writtenAt > AGAIN.toNanos();
        if (due && writing.compareAndSet(false, true)) {
            dirty.set(false);
            write(mine)
                    .ifNoItem()
                    .after(limit)
                    .fail()
                    .subscribe()
                    .with(
                            done -> {
                                writtenAs = mine;
                                writtenAt = nanos.getAsLong();
                                finished(false);
                            },
                            failure -> {
                                LOG.warnf("connections not written yet: %s", failure.toString());
                                dirty.set(true);
                                finished(true);
                            });
        }
    }

    private void finished(boolean failed) {
        writing.set(false);
        if (!failed && dirty.get()) {
            tick();
        }
    }

    private Uni<Void> write(UUID mine) {
        List<Tuple> rows = new ArrayList<>();
        List<PluginConnection> connections = registry.connections();
        for (PluginConnection connection : connections) {
            String[] workspaces = connection.key().workspaces().toArray(String[]::new);
            for (RunnerDescriptor runner : connection.runners()) {
                rows.add(Tuple.from(List.of(
                        connection.id(),
                        runner.id().toString(),
                        mine,
                        connection.key().name(),
                        workspaces,
                        new JsonObject(new String(ProtocolCodec.encode(runner.manifest()), StandardCharsets.UTF_8)))));
            }
        }
        String[] ids = connections.stream().map(PluginConnection::id).toArray(String[]::new);
        return pool.withTransaction(connection -> connection
                .preparedQuery(CLEAN)
                .execute(Tuple.of(mine, ids))
                .chain(() -> rows.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : connection.preparedQuery(WRITE).executeBatch(rows).replaceWithVoid()));
    }

    @Override
    public Uni<List<Entry>> runners(String workspaceId) {
        return pool.preparedQuery(READ)
                .execute(Tuple.of(workspaceId))
                .ifNoItem()
                .after(limit)
                .fail()
                .map(rows -> {
                    List<Entry> entries = new ArrayList<>();
                    rows.forEach(row -> entries.add(entry(row)));
                    return entries;
                });
    }

    private static Entry entry(Row row) {
        try {
            byte[] manifest = row.getJsonObject("manifest").encode().getBytes(StandardCharsets.UTF_8);
            return new Entry(ProtocolCodec.decode(manifest, AgentRunnerManifest.class), row.getInteger("connected"));
        } catch (UndecodableException e) {
            throw new IllegalStateException("a manifest that we wrote cannot be read", e);
        }
    }
}
