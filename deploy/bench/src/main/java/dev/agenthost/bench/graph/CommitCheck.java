package dev.agenthost.bench.graph;

import dev.agenthost.bench.graph.task.BenchTask;
import dev.agenthost.bench.graph.task.TaskCatalogue;
import dev.agenthost.bench.graph.task.TaskOutcome;
import dev.agenthost.bench.graph.task.TaskStep;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** Reads, at the call of each step, whether the database has the values of the steps before in the state of the conversation. */
final class CommitCheck implements BiConsumer<String, TaskStep> {
    private static final String COMMITTED =
            "SELECT count(*) FROM context.state WHERE strpos(subject, ?) > 0 AND strpos(value::text, ?) > 0";

    private final DatabaseAddress database;
    private final AtomicInteger committed = new AtomicInteger();

    CommitCheck(DatabaseAddress database) {
        this.database = database;
    }

    @Override
    public void accept(String caseId, TaskStep step) {
        var outputs = TaskOutcome.of(TaskCatalogue.ofCase(caseId), caseId).outputs();
        for (var before : step.inputs()) {
            if (isCommitted(caseId, BenchTask.value(outputs, before))) {
                committed.incrementAndGet();
            }
        }
    }

    private boolean isCommitted(String caseId, String value) {
        try (var connection = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                var query = connection.prepareStatement(COMMITTED)) {
            query.setString(1, caseId);
            query.setString(2, value);
            try (var count = query.executeQuery()) {
                return count.next() && count.getInt(1) > 0;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The number of values that were committed before they were used. */
    int committed() {
        return committed.get();
    }
}
