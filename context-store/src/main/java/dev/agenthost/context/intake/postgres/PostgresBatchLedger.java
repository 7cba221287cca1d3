package dev.agenthost.context.intake.postgres;

import dev.agenthost.context.event.LogEntry;
import dev.agenthost.context.intake.Application;
import dev.agenthost.context.intake.Batch;
import dev.agenthost.context.intake.BatchLedger;
import dev.agenthost.context.run.ResultPlan;
import dev.agenthost.door.drill.Drill;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.pgclient.PgException;
import java.util.List;
import java.util.Set;

/**
 * The offsets move first and lock their rows: of two consumers of a partition, the second one waits and then finds itself
 * overtaken. The number of statements does not grow with the batch.
 */
public final class PostgresBatchLedger implements BatchLedger {
    /** SQLSTATE classes that blame the data: data exception, constraint violation, limit exceeded (an id too long to index). */
    private static final Set<String> BLAMES_DATA = Set.of("22", "23", "54");

    private final Pool pool;

    public PostgresBatchLedger(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Application> apply(Batch batch) {
        return pool.withTransaction(connection -> write(connection, batch))
                .<Application>replaceWith(new Application.Done())
                .onFailure(OvertakenException.class)
                .recoverWithItem(new Application.Overtaken())
                .onFailure(PostgresBatchLedger::blamesData)
                .recoverWithItem(why -> new Application.Refused(((PgException) why).getSqlState()));
    }

    private static Uni<Void> write(SqlConnection connection, Batch batch) {
        return OffsetRows.advance(connection, batch.advances())
                .invoke(moved -> {
                    if (moved < batch.advances().size()) {
                        throw new OvertakenException();
                    }
                })
                .chain(() -> firstTimers(connection, batch.entries()))
                .chain(entries -> LogRows.append(connection, entries))
                .chain(() -> results(connection, batch))
                .invoke(() -> Drill.at("context.20-stored"));
    }

    private static Uni<List<LogEntry>> firstTimers(SqlConnection connection, List<LogEntry> entries) {
        return entries.isEmpty() ? Uni.createFrom().item(entries) : LogRows.firstTimers(connection, entries);
    }

    private static Uni<Void> results(SqlConnection connection, Batch batch) {
        if (batch.results().isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        return RunRows.load(connection, batch.results()).chain(marks -> {
            ResultPlan plan = ResultPlan.of(batch.results(), marks);
            return LogRows.append(connection, plan.entries()).chain(() -> RunRows.store(connection, plan.moved()));
        });
    }

    private static boolean blamesData(Throwable why) {
        return why instanceof PgException refusal
                && refusal.getSqlState() != null
                && refusal.getSqlState().length() == 5
                && BLAMES_DATA.contains(refusal.getSqlState().substring(0, 2));
    }

    /** Rolls the transaction back. */
    private static final class OvertakenException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OvertakenException() {
            super(null, null, false, false);
        }
    }
}
