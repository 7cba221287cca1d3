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

/** {@link RunnerDirectoryRepository} in a table, made of the board of connections. */
public final class PostgresRunnerDirectoryRepository implements RunnerDirectoryRepository {
    /** Of a statement, or of telling some records. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final System.Logger LOG = System.getLogger(PostgresRunnerDirectoryRepository.class.getName());

    private final Pool pool;
    /** By the fingerprint of the connections' descriptions. */
    private final UnreadableRunners sightings = new UnreadableRunners();
    /** By the revision of the stored entry. */
    private final UnreadableRunners kept = new UnreadableRunners();

    public PostgresRunnerDirectoryRepository(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<List<RunnerDirectoryEntry>> changed() {
        return pool.preparedQuery(RunnerDirectorySql.SIGHTED)
                .execute(Tuple.of(sightings.runnerIds(), sightings.versions()))
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .map(rows -> {
                    List<RunnerDirectoryEntry> changed = new ArrayList<>();
                    rows.forEach(row -> sighted(row).ifPresent(changed::add));
                    return changed;
                });
    }

    @Override
    public void passOver(RunnerDirectoryEntry sighting, String why) {
        passOver(sightings, sighting.runner().recordKey(), sighting.fingerprint(), why);
    }

    private static void passOver(UnreadableRunners those, String runnerId, String version, String why) {
        if (those.add(runnerId, version)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "runnerId={0} is not told, and its configurations are not checked: {1}",
                    runnerId,
                    why);
        }
    }

    @Override
    public Uni<Void> keep(RunnerDirectoryEntry sighting) {
        KnownRunner runner = sighting.runner();
        return pool.preparedQuery(RunnerDirectorySql.KEEP)
                .execute(Tuple.of(runner.recordKey(), text(runner), runner.sha256(), sighting.fingerprint()))
                .ifNoItem()
                .after(LIMIT)
                .fail()
                .replaceWithVoid();
    }

    @Override
    public Uni<Void> tell(RunnerDirectoryProducer topic) {
        return pool.preparedQuery(RunnerDirectorySql.ANYTHING)
                .execute(Tuple.of(kept.runnerIds(), kept.versions()))
                .chain(found -> found.iterator().next().getBoolean("anything")
                        ? pool.withTransaction(connection -> alone(connection, topic))
                        : Uni.createFrom().voidItem())
                .ifNoItem()
                .after(LIMIT)
                .fail();
    }

    /** Publishes if no other replica does; a replica that stalls meanwhile loses the lock. */
    private Uni<Void> alone(SqlConnection connection, RunnerDirectoryProducer topic) {
        return connection
                .query(RunnerDirectorySql.LET_GO)
                .execute()
                .chain(() -> connection.query(RunnerDirectorySql.ALONE).execute())
                .chain(found -> found.iterator().next().getBoolean("alone")
                        ? told(connection, topic).chain(() -> forgotten(connection, topic))
                        : Uni.createFrom().voidItem());
    }

    private Uni<Void> told(SqlConnection connection, RunnerDirectoryProducer topic) {
        return connection
                .preparedQuery(RunnerDirectorySql.UNTOLD)
                .execute(Tuple.of(kept.runnerIds(), kept.versions()))
                .chain(rows -> each(rows, row -> kept(row)
                        .map(runner -> topic.tell(
                                        runner,
                                        row.getOffsetDateTime("changed_at").toInstant())
                                .chain(() -> connection
                                        .preparedQuery(RunnerDirectorySql.TOLD)
                                        .execute(Tuple.of(runner.recordKey(), row.getLong("revision"))))
                                .replaceWithVoid())
                        .orElseGet(() -> Uni.createFrom().voidItem())));
    }

    private static Uni<Void> forgotten(SqlConnection connection, RunnerDirectoryProducer topic) {
        return connection
                .query(RunnerDirectorySql.UNSEEN)
                .execute()
                .chain(rows -> each(rows, row -> topic.forget(row.getString("runner_id"))
                        .chain(() -> connection
                                .preparedQuery(RunnerDirectorySql.FORGET)
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

    /** Perhaps another build wrote it. What it holds is not for the log. */
    private Optional<RunnerDirectoryEntry> sighted(Row row) {
        String fingerprint = row.getString("fingerprint");
        try {
            byte[] manifest = row.getValue("manifest").toString().getBytes(StandardCharsets.UTF_8);
            KnownRunner runner = KnownRunner.of(
                    RunnerId.parse(row.getString("runner_id")),
                    ProtocolCodec.decode(manifest, AgentRunnerManifest.class),
                    row.getString("generation"),
                    List.of(row.getArrayOfStrings("workspaces")));
            return Optional.of(new RunnerDirectoryEntry(runner, fingerprint));
        } catch (UndecodableException | RuntimeException unreadable) {
            passOver(sightings, row.getString("runner_id"), fingerprint, "its manifest cannot be read");
            return Optional.empty();
        }
    }

    private Optional<KnownRunner> kept(Row row) {
        try {
            byte[] document = row.getString("document").getBytes(StandardCharsets.UTF_8);
            return Optional.of(ProtocolCodec.decode(document, KnownRunner.class));
        } catch (UndecodableException | RuntimeException unreadable) {
            passOver(
                    kept,
                    row.getString("runner_id"),
                    String.valueOf(row.getLong("revision")),
                    "what is kept of it cannot be read");
            return Optional.empty();
        }
    }

    private static String text(KnownRunner runner) {
        return new String(ProtocolCodec.encode(runner), StandardCharsets.UTF_8);
    }
}
