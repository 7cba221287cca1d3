package dev.agenthost.context.intake.postgres;

import dev.agenthost.context.intake.Batch;
import dev.agenthost.context.intake.BatchOutcome;
import dev.agenthost.context.intake.BatchRepository;
import dev.agenthost.context.intake.ResultPlan;
import dev.agenthost.context.intake.RunResultsRecord;
import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.platform.failpoint.FailPoint;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Applies a batch by the function {@code context.apply_batch_v1}: one round trip, and one before it for results of runs. The rare batch
 * that this refuses goes through {@code context.apply_documents_v1}, which accepts repetitions and leaves out erased records. A batch
 * with events of delegations records their conversations as well.
 */
public final class PostgresBatchRepository implements BatchRepository {
    /** SQLSTATE classes that blame the data: data exception, constraint violation, limit exceeded (an id too long to index). */
    private static final Set<String> BLAMES_DATA = Set.of("22", "23", "54");

    /** Most message text of a batch that the event loop analyses, in UTF-16 units; takes about ten milliseconds. */
    private static final long HELD_AT_MOST = 16 * 1024;

    /** SQLSTATEs for a record that was logged before, and for one that may have been erased. */
    private static final Set<String> RARE = Set.of("AH001", "AH002");

    private final Pool pool;
    private final Analysis analysis;

    /** @param analysis analyses messages for the search */
    public PostgresBatchRepository(Pool pool, Analysis analysis) {
        this.pool = pool;
        this.analysis = analysis;
    }

    @Override
    public Uni<BatchOutcome> apply(Batch batch) {
        return plan(batch.results())
                .invoke(() -> FailPoint.at("context.20-planned"))
                .chain(plan -> write(batch, plan))
                .<BatchOutcome>map(applied -> applied ? new BatchOutcome.Done() : new BatchOutcome.Overtaken())
                .onFailure(PostgresBatchRepository::blamesData)
                .recoverWithItem(why -> new BatchOutcome.Refused(((PgException) why).getSqlState()));
    }

    /** Reads the progress before the offsets move: if they are then as expected, no consumer has applied anything since. */
    private Uni<ResultPlan> plan(List<RunResultsRecord> results) {
        return results.isEmpty()
                ? Uni.createFrom().item(ResultPlan.of(results, Map.of()))
                : RunRows.load(pool, results).map(marks -> ResultPlan.of(results, marks));
    }

    private Uni<Boolean> write(Batch batch, ResultPlan plan) {
        List<ProjectedEntry> logged = ProjectedEntry.of(batch.entries(), plan.entries());
        return made(logged, () -> BatchColumns.of(batch, logged, plan.moved(), analysis))
                .chain(columns -> ask(batch, BatchColumns.CALL, columns))
                .onFailure(PostgresBatchRepository::isRare)
                .recoverWithUni(() -> made(logged, () -> BatchDocuments.of(batch, logged, plan.moved(), analysis))
                        .chain(documents -> ask(batch, BatchDocuments.CALL, documents)));
    }

    /**
     * Analyses long messages on a worker thread, because that takes longer than an event loop may be blocked: a megabyte takes a second.
     */
    private static Uni<Tuple> made(List<ProjectedEntry> logged, Supplier<Tuple> parameters) {
        Uni<Tuple> made = Uni.createFrom().item(parameters);
        return ProjectedEntry.size(logged) > HELD_AT_MOST
                ? made.runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
                : made;
    }

    /** Records the delegations of the batch first, in the same transaction. */
    private Uni<Boolean> ask(Batch batch, String apply, Tuple parameters) {
        return DelegationColumns.of(batch.entries())
                .map(delegations -> pool.withTransaction(connection -> connection
                        .preparedQuery(DelegationColumns.CALL)
                        .execute(delegations)
                        .chain(() -> ask(connection, apply, parameters))))
                .orElseGet(() -> ask(pool, apply, parameters));
    }

    private static Uni<Boolean> ask(SqlClient client, String apply, Tuple parameters) {
        return client.preparedQuery(apply)
                .execute(parameters)
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    private static boolean isRare(Throwable why) {
        return why instanceof PgException refusal
                && refusal.getSqlState() != null
                && RARE.contains(refusal.getSqlState());
    }

    private static boolean blamesData(Throwable why) {
        return why instanceof PgException refusal
                && refusal.getSqlState() != null
                && refusal.getSqlState().length() == 5
                && BLAMES_DATA.contains(refusal.getSqlState().substring(0, 2));
    }
}
