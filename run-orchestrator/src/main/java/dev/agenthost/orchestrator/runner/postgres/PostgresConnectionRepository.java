package dev.agenthost.orchestrator.runner.postgres;

import dev.agenthost.orchestrator.runner.ConnectionRepository;
import dev.agenthost.orchestrator.runner.Icon;
import dev.agenthost.orchestrator.runner.RunnerConnection;
import dev.agenthost.orchestrator.runner.RunnerRegistry;
import dev.agenthost.protocol.id.RunnerId;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The board in a table. This replica's rows are made equal to its connections as a whole, whenever these change and again when that
 * failed or the replica began a new incarnation, so no single missed write leaves a trace.
 */
public final class PostgresConnectionRepository implements ConnectionRepository {
    private static final Logger LOG = Logger.getLogger(PostgresConnectionRepository.class);

    /** Written again after so long, in case a write that was given up came later than the one after it. */
    private static final Duration AGAIN = Duration.ofMinutes(1);

    private final Pool pool;
    private final RunnerRegistry registry;
    private final Supplier<UUID> incarnation;
    private final Duration limit;
    private final LongSupplier nanos;
    private final IconRepository icons = new IconRepository();
    private volatile Map<String, Integer> writtenFree = Map.of();
    private final AtomicBoolean dirty = new AtomicBoolean(true);
    private final AtomicBoolean writing = new AtomicBoolean();
    private volatile @Nullable UUID writtenAs;
    private volatile long writtenAt;

    /**
     * @param limit of a statement, after which it counts as failed
     * @param nanos this process's monotonic clock
     */
    public PostgresConnectionRepository(
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

    @Override
    public Uni<Void> refresh(String workspaceId) {
        return pool.preparedQuery("SELECT pg_notify('runners_refreshed', $1)")
                .execute(Tuple.of(workspaceId))
                .ifNoItem()
                .after(limit)
                .fail()
                .replaceWithVoid();
    }

    /** Each second: writes what is not written yet. */
    public void tick() {
        UUID mine = incarnation.get();
        Map<String, Integer> free = free();
        boolean again = nanos.getAsLong() - writtenAt > AGAIN.toNanos() || !mine.equals(writtenAs);
        boolean due = dirty.get() || !free.equals(writtenFree) || again;
        if (due && writing.compareAndSet(false, true)) {
            dirty.set(false);
            write(mine, again)
                    .ifNoItem()
                    .after(limit)
                    .fail()
                    .subscribe()
                    .with(
                            done -> {
                                writtenAs = mine;
                                writtenFree = free;
                                writtenAt = nanos.getAsLong();
                                finished(false);
                            },
                            failure -> {
                                LOG.warnf("connections not written yet: %s", failure.toString());
                                dirty.set(true);
                                icons.doubt();
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

    private Map<String, Integer> free() {
        return registry.connections().stream()
                .collect(Collectors.toMap(RunnerConnection::id, RunnerConnection::free, (one, same) -> one));
    }

    private Uni<Void> write(UUID mine, boolean again) {
        List<RunnerConnection> connections = registry.connections();
        List<Tuple> refused = BoardRows.refused(connections, registry.troubles(), mine);
        return pool.withTransaction(connection -> connection
                .preparedQuery(ConnectionSql.CLEAN)
                .execute(Tuple.of(mine, BoardRows.runnerKeys(connections)))
                .chain(() -> connection
                        .preparedQuery(ConnectionSql.CLEAN_REFUSED)
                        .execute(Tuple.of(mine, BoardRows.refusalKeys(refused))))
                .chain(() -> icons.keep(connection, connections, again))
                .chain(() -> all(connection, ConnectionSql.WRITE, BoardRows.runners(connections, mine)))
                .chain(() -> all(connection, ConnectionSql.WRITE_REFUSED, refused)));
    }

    private static Uni<Void> all(SqlConnection connection, String statement, List<Tuple> rows) {
        return rows.isEmpty()
                ? Uni.createFrom().voidItem()
                : connection.preparedQuery(statement).executeBatch(rows).replaceWithVoid();
    }

    @Override
    public Uni<Sight> sight(String workspaceId) {
        return ask(ConnectionSql.READ, Tuple.of(workspaceId), BoardRows::entry)
                .onItem()
                .transformToUni(runners -> ask(ConnectionSql.READ_REFUSED, Tuple.of(workspaceId), BoardRows::refused)
                        .map(refused -> new Sight(runners, refused)));
    }

    @Override
    public Uni<Optional<Icon>> icon(String workspaceId, String plugin) {
        return ask(ConnectionSql.READ_ICON, Tuple.of(workspaceId, "plugin:" + plugin + "/"), BoardRows::icon)
                .map(icons -> icons.stream().findFirst());
    }

    @Override
    public Uni<Optional<String>> rawManifest(String workspaceId, RunnerId runner) {
        return ask(
                        ConnectionSql.READ_MANIFEST,
                        Tuple.of(workspaceId, runner.toString()),
                        row -> row.getString("raw_manifest"))
                .map(manifests -> manifests.stream().findFirst());
    }

    private <T> Uni<List<T>> ask(String statement, Tuple asked, Function<Row, T> read) {
        return pool.preparedQuery(statement)
                .execute(asked)
                .ifNoItem()
                .after(limit)
                .fail()
                .map(rows -> {
                    List<T> all = new ArrayList<>();
                    rows.forEach(row -> all.add(read.apply(row)));
                    return all;
                });
    }
}
