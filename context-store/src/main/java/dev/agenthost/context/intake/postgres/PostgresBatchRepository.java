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
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Applies a batch by the function {@code context.apply_batch_v1}: one round trip, and one before it where runs went on. What that refuses
 * is rare, and goes through {@code context.apply_batch_v0}, which bears repetitions and knows what was erased.
 */
public final class PostgresBatchRepository implements BatchRepository {
    /** SQLSTATE classes that blame the data: data exception, constraint violation, limit exceeded (an id too long to index). */
    private static final Set<String> BLAMES_DATA = Set.of("22", "23", "54");

    /** Of what was said in a batch, in UTF-16 units; about ten milliseconds of analysis. */
    private static final long HELD_AT_MOST = 16 * 1024;

    /** What was logged before, and what may have been erased. */
    private static final Set<String> RARE = Set.of("AH001", "AH002");

    private final Pool pool;
    private final Analysis analysis;

    /** @param analysis of what was said, so that it can be found */
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

    /** Read before the offsets move: where they then are as expected, nobody has applied anything since. */
    private Uni<ResultPlan> plan(List<RunResultsRecord> results) {
        return results.isEmpty()
                ? Uni.createFrom().item(ResultPlan.of(results, Map.of()))
                : RunRows.load(pool, results).map(marks -> ResultPlan.of(results, marks));
    }

    private Uni<Boolean> write(Batch batch, ResultPlan plan) {
        List<ProjectedEntry> logged = ProjectedEntry.of(batch.entries(), plan.entries());
        return made(logged, () -> BatchColumns.of(batch, logged, plan.moved(), analysis))
                .chain(columns -> ask(BatchColumns.CALL, columns))
                .onFailure(PostgresBatchRepository::isRare)
                .recoverWithUni(() -> made(logged, () -> BatchDocuments.of(batch, logged, plan.moved(), analysis))
                        .chain(documents -> ask(BatchDocuments.CALL, documents)));
    }

    /** Taking long messages apart takes longer than an event loop may be held: a megabyte is a second. */
    private static Uni<Tuple> made(List<ProjectedEntry> logged, Supplier<Tuple> parameters) {
        Uni<Tuple> made = Uni.createFrom().item(parameters);
        return ProjectedEntry.size(logged) > HELD_AT_MOST
                ? made.runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
                : made;
    }

    private Uni<Boolean> ask(String apply, Tuple parameters) {
        return pool.preparedQuery(apply)
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
