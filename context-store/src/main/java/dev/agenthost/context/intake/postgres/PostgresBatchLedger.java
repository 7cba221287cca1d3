package dev.agenthost.context.intake.postgres;

import dev.agenthost.context.intake.Application;
import dev.agenthost.context.intake.Batch;
import dev.agenthost.context.intake.BatchLedger;
import dev.agenthost.context.run.ReadResults;
import dev.agenthost.context.run.ResultPlan;
import dev.agenthost.context.search.Analysis;
import dev.agenthost.door.drill.Drill;
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
public final class PostgresBatchLedger implements BatchLedger {
    /** SQLSTATE classes that blame the data: data exception, constraint violation, limit exceeded (an id too long to index). */
    private static final Set<String> BLAMES_DATA = Set.of("22", "23", "54");

    /** Of what was said in a batch, in UTF-16 units; about ten milliseconds of analysis. */
    private static final long HELD_AT_MOST = 16 * 1024;

    /** What was logged before, and what may have been erased. */
    private static final Set<String> RARE = Set.of("AH001", "AH002");

    private final Pool pool;
    private final Analysis analysis;

    /** @param analysis of what was said, so that it can be found */
    public PostgresBatchLedger(Pool pool, Analysis analysis) {
        this.pool = pool;
        this.analysis = analysis;
    }

    @Override
    public Uni<Application> apply(Batch batch) {
        return plan(batch.results())
                .invoke(() -> Drill.at("context.20-planned"))
                .chain(plan -> write(batch, plan))
                .<Application>map(applied -> applied ? new Application.Done() : new Application.Overtaken())
                .onFailure(PostgresBatchLedger::blamesData)
                .recoverWithItem(why -> new Application.Refused(((PgException) why).getSqlState()));
    }

    /** Read before the offsets move: where they then are as expected, nobody has applied anything since. */
    private Uni<ResultPlan> plan(List<ReadResults> results) {
        return results.isEmpty()
                ? Uni.createFrom().item(ResultPlan.of(results, Map.of()))
                : RunRows.load(pool, results).map(marks -> ResultPlan.of(results, marks));
    }

    private Uni<Boolean> write(Batch batch, ResultPlan plan) {
        List<Logged> logged = Logged.of(batch.entries(), plan.entries());
        return made(logged, () -> BatchColumns.of(batch, logged, plan.moved(), analysis))
                .chain(columns -> ask(BatchColumns.CALL, columns))
                .onFailure(PostgresBatchLedger::isRare)
                .recoverWithUni(() -> made(logged, () -> BatchDocuments.of(batch, logged, plan.moved(), analysis))
                        .chain(documents -> ask(BatchDocuments.CALL, documents)));
    }

    /** Taking long messages apart takes longer than an event loop may be held: a megabyte is a second. */
    private static Uni<Tuple> made(List<Logged> logged, Supplier<Tuple> parameters) {
        Uni<Tuple> made = Uni.createFrom().item(parameters);
        return Logged.size(logged) > HELD_AT_MOST
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
