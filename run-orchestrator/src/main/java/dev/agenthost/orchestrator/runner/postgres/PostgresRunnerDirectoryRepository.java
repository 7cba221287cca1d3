package dev.agenthost.orchestrator.runner.postgres;

import dev.agenthost.orchestrator.runner.RunnerDirectoryEntry;
import dev.agenthost.orchestrator.runner.RunnerDirectoryProducer;
import dev.agenthost.orchestrator.runner.RunnerDirectoryRepository;
import dev.agenthost.orchestrator.runner.UnreadableRunners;
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
import java.util.Optional;

/** {@link RunnerDirectoryRepository} in {@code runs.known_runners}, derived from {@code runs.runner_connections}. */
public final class PostgresRunnerDirectoryRepository implements RunnerDirectoryRepository {
    /** The time limit of a statement, or of the publication of a batch. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final System.Logger LOG = System.getLogger(PostgresRunnerDirectoryRepository.class.getName());

    private final Pool pool;
    /** Keyed by the fingerprint of the connections' descriptions. */
    private final UnreadableRunners unreadableConnections = new UnreadableRunners();
    /** Keyed by the revision of the stored entry. */
    private final UnreadableRunners unreadableEntries = new UnreadableRunners();

    public PostgresRunnerDirectoryRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<RunnerDirectoryEntry>> changed() {
        return pool.preparedQuery(RunnerDirectorySql.CHANGED)
                .execute(Tuple.of(unreadableConnections.runnerIds(), unreadableConnections.versions()))
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .map(rows -> {
                    List<RunnerDirectoryEntry> changed = new ArrayList<>();
                    rows.forEach(row -> entry(row).ifPresent(changed::add));
                    return changed;
                });
    }

    @Override
    public void skip(RunnerDirectoryEntry entry, String why) {
        skip(unreadableConnections, entry.runner().recordKey(), entry.fingerprint(), why);
    }

    private static void skip(UnreadableRunners unreadable, String runnerId, String version, String why) {
        if (unreadable.add(runnerId, version)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "runnerId={0} is not published, and its configurations are not checked: {1}",
                    runnerId,
                    why);
        }
    }

    @Override
    public Uni<Void> store(RunnerDirectoryEntry entry) {
        KnownRunner runner = entry.runner();
        return pool.preparedQuery(RunnerDirectorySql.STORE)
                .execute(Tuple.of(runner.recordKey(), text(runner), runner.sha256(), entry.fingerprint()))
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .replaceWithVoid();
    }

    @Override
    public Uni<Void> publishPending(RunnerDirectoryProducer producer) {
        return pool.preparedQuery(RunnerDirectorySql.HAS_PENDING)
                .execute(Tuple.of(unreadableEntries.runnerIds(), unreadableEntries.versions()))
                .chain(found -> found.iterator().next().getBoolean("pending")
                        ? pool.withTransaction(connection -> publishLocked(connection, producer))
                        : Uni.createFrom().voidItem())
                .ifNoItem()
                .after(LIMIT)
                .fail();
    }

    /** Publishes if no other replica does; a replica that stalls loses the lock. */
    private Uni<Void> publishLocked(SqlConnection connection, RunnerDirectoryProducer producer) {
        return connection
                .query(RunnerDirectorySql.IDLE_TIMEOUT)
                .execute()
                .chain(() -> connection.query(RunnerDirectorySql.LOCK).execute())
                .chain(found -> found.iterator().next().getBoolean("locked")
                        ? publishUnpublished(connection, producer).chain(() -> publishTombstones(connection, producer))
                        : Uni.createFrom().voidItem());
    }

    private Uni<Void> publishUnpublished(SqlConnection connection, RunnerDirectoryProducer producer) {
        return connection
                .preparedQuery(RunnerDirectorySql.UNPUBLISHED)
                .execute(Tuple.of(unreadableEntries.runnerIds(), unreadableEntries.versions()))
                .chain(rows -> each(rows, row -> runner(row)
                        .map(runner -> producer.publish(
                                        runner,
                                        row.getOffsetDateTime("changed_at").toInstant())
                                .chain(() -> connection
                                        .preparedQuery(RunnerDirectorySql.MARK_PUBLISHED)
                                        .execute(Tuple.of(runner.recordKey(), row.getLong("revision"))))
                                .replaceWithVoid())
                        .orElseGet(() -> Uni.createFrom().voidItem())));
    }

    private static Uni<Void> publishTombstones(SqlConnection connection, RunnerDirectoryProducer producer) {
        return connection
                .query(RunnerDirectorySql.EXPIRED)
                .execute()
                .chain(rows -> each(rows, row -> producer.publishTombstone(row.getString("runner_id"))
                        .chain(() -> connection
                                .preparedQuery(RunnerDirectorySql.DELETE)
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

    /** Reads the entry of a connected runner; another build may have written an unreadable one, whose content is not logged. */
    private Optional<RunnerDirectoryEntry> entry(Row row) {
        String fingerprint = row.getString("fingerprint");
        try {
            byte[] manifest = row.getValue("manifest").toString().getBytes(StandardCharsets.UTF_8);
            KnownRunner runner = KnownRunner.of(
                    RunnerId.parse(row.getString("runner_id")),
                    ProtocolCodec.decode(manifest, AgentRunnerManifest.class),
                    row.getString("generation"),
                    List.of(row.getArrayOfStrings("workspaces")));
            return Optional.of(new RunnerDirectoryEntry(runner, fingerprint));
        } catch (UndecodableException | RuntimeException failure) {
            skip(unreadableConnections, row.getString("runner_id"), fingerprint, "its manifest is unreadable");
            return Optional.empty();
        }
    }

    private Optional<KnownRunner> runner(Row row) {
        try {
            byte[] document = row.getString("document").getBytes(StandardCharsets.UTF_8);
            return Optional.of(ProtocolCodec.decode(document, KnownRunner.class));
        } catch (UndecodableException | RuntimeException failure) {
            skip(
                    unreadableEntries,
                    row.getString("runner_id"),
                    String.valueOf(row.getLong("revision")),
                    "its stored entry is unreadable");
            return Optional.empty();
        }
    }

    private static String text(KnownRunner runner) {
        return new String(ProtocolCodec.encode(runner), StandardCharsets.UTF_8);
    }
}
