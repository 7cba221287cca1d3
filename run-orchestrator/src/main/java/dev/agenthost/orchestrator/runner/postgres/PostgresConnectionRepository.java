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
 * {@link ConnectionRepository} in a table. Each write replaces all rows of this replica: when its connections change, after a failed
 * write, and in a new incarnation. So a missed write has no lasting effect.
 */
public final class PostgresConnectionRepository implements ConnectionRepository {
    private static final Logger LOG = Logger.getLogger(PostgresConnectionRepository.class);

    /** The interval of unconditional writes, in case a write that timed out was executed after its successor. */
    private static final Duration REWRITE_INTERVAL = Duration.ofMinutes(1);

    private final Pool pool;
    private final RunnerRegistry registry;
    private final Supplier<UUID> incarnation;
    private final Duration limit;
    private final LongSupplier nanos;
    private final IconRepository icons = new IconRepository();
    private volatile Map<String, Integer> lastFree = Map.of();
    private final AtomicBoolean dirty = new AtomicBoolean(true);
    private final AtomicBoolean writing = new AtomicBoolean();
    private volatile @Nullable UUID lastOwner;
    private volatile long lastWrite;

    /**
     * @param limit the time limit of a statement; after it, the statement counts as failed
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

    /** Writes pending changes; called each second. */
    public void tick() {
        UUID owner = incarnation.get();
        Map<String, Integer> free = free();
        boolean rewrite = nanos.getAsLong() - lastWrite > REWRITE_INTERVAL.toNanos() || !owner.equals(lastOwner);
        boolean isDue = dirty.get() || !free.equals(lastFree) || rewrite;
        if (isDue && writing.compareAndSet(false, true)) {
            dirty.set(false);
            write(owner, rewrite)
                    .ifNoItem()
                    .after(limit)
                    .fail()
                    .subscribe()
                    .with(
                            done -> {
                                lastOwner = owner;
                                lastFree = free;
                                lastWrite = nanos.getAsLong();
                                finished(false);
                            },
                            failure -> {
                                LOG.warnf("connections not written yet: %s", failure.toString());
                                dirty.set(true);
                                icons.invalidate();
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

    private Uni<Void> write(UUID owner, boolean rewrite) {
        List<RunnerConnection> connections = registry.connections();
        List<Tuple> refused = ConnectionRowMapper.refused(connections, registry.problems(), owner);
        return pool.withTransaction(connection -> connection
                .preparedQuery(ConnectionSql.CLEAN)
                .execute(Tuple.of(owner, ConnectionRowMapper.runnerKeys(connections)))
                .chain(() -> connection
                        .preparedQuery(ConnectionSql.CLEAN_REFUSED)
                        .execute(Tuple.of(owner, ConnectionRowMapper.refusalKeys(refused))))
                .chain(() -> icons.write(connection, connections, rewrite))
                .chain(() -> all(connection, ConnectionSql.WRITE, ConnectionRowMapper.runners(connections, owner)))
                .chain(() -> all(connection, ConnectionSql.WRITE_REFUSED, refused)));
    }

    private static Uni<Void> all(SqlConnection connection, String statement, List<Tuple> rows) {
        return rows.isEmpty()
                ? Uni.createFrom().voidItem()
                : connection.preparedQuery(statement).executeBatch(rows).replaceWithVoid();
    }

    @Override
    public Uni<RunnerOverview> overview(String workspaceId) {
        return query(ConnectionSql.READ, Tuple.of(workspaceId), ConnectionRowMapper::entry)
                .onItem()
                .transformToUni(runners -> query(
                                ConnectionSql.READ_REFUSED, Tuple.of(workspaceId), ConnectionRowMapper::refused)
                        .map(refused -> new RunnerOverview(runners, refused)));
    }

    @Override
    public Uni<Optional<Icon>> icon(String workspaceId, String plugin) {
        return query(
                        ConnectionSql.READ_ICON,
                        Tuple.of(workspaceId, "plugin:" + plugin + "/"),
                        ConnectionRowMapper::icon)
                .map(icons -> icons.stream().findFirst());
    }

    @Override
    public Uni<Optional<String>> rawManifest(String workspaceId, RunnerId runner) {
        return query(
                        ConnectionSql.READ_MANIFEST,
                        Tuple.of(workspaceId, runner.toString()),
                        row -> row.getString("raw_manifest"))
                .map(manifests -> manifests.stream().findFirst());
    }

    private <T> Uni<List<T>> query(String statement, Tuple parameters, Function<Row, T> read) {
        return pool.preparedQuery(statement)
                .execute(parameters)
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
