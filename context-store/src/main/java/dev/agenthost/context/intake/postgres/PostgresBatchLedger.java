package dev.agenthost.context.intake.postgres;

import dev.agenthost.context.intake.Application;
import dev.agenthost.context.intake.Batch;
import dev.agenthost.context.intake.Batch.Advance;
import dev.agenthost.context.intake.BatchLedger;
import dev.agenthost.context.offset.PartitionRef;
import dev.agenthost.context.run.ReadResults;
import dev.agenthost.context.run.ResultPlan;
import dev.agenthost.context.search.Analysis;
import dev.agenthost.door.drill.Drill;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Applies a batch by the function {@code context.apply_batch_v0}: one round trip, and one before it where runs went on. */
public final class PostgresBatchLedger implements BatchLedger {
    /** SQLSTATE classes that blame the data: data exception, constraint violation, limit exceeded (an id too long to index). */
    private static final Set<String> BLAMES_DATA = Set.of("22", "23", "54");

    /** Of what was said in a batch, in UTF-16 units; about ten milliseconds of analysis. */
    private static final long HELD_AT_MOST = 16 * 1024;

    private static final String APPLY =
            "select context.apply_batch_v0($1, $2, $3, $4, $5::text::jsonb, $6::text::jsonb)";

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
        return rows(batch, plan).chain(entries -> write(batch, plan, entries));
    }

    /** Taking long messages apart takes longer than an event loop may be held: a megabyte is a second. */
    private Uni<String> rows(Batch batch, ResultPlan plan) {
        Uni<String> rows = Uni.createFrom().item(() -> LogRows.of(batch.entries(), analysis)
                .addAll(LogRows.of(plan.entries(), analysis))
                .toString());
        long bytes = LogRows.size(batch.entries()) + LogRows.size(plan.entries());
        return bytes > HELD_AT_MOST ? rows.runSubscriptionOn(Infrastructure.getDefaultWorkerPool()) : rows;
    }

    private Uni<Boolean> write(Batch batch, ResultPlan plan, String entries) {
        Set<PartitionRef> partitions = batch.advances().keySet();
        Collection<Advance> advances = batch.advances().values();
        return pool.preparedQuery(APPLY)
                .execute(Tuple.of(
                        partitions.stream().map(PartitionRef::topic).toArray(String[]::new),
                        partitions.stream().map(PartitionRef::partition).toArray(Integer[]::new),
                        advances.stream().map(Advance::expected).toArray(Long[]::new),
                        advances.stream().map(Advance::next).toArray(Long[]::new),
                        entries,
                        RunRows.of(plan.moved()).toString()))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    private static boolean blamesData(Throwable why) {
        return why instanceof PgException refusal
                && refusal.getSqlState() != null
                && refusal.getSqlState().length() == 5
                && BLAMES_DATA.contains(refusal.getSqlState().substring(0, 2));
    }
}
