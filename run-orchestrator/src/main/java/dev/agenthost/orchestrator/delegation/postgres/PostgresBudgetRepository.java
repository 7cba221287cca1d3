package dev.agenthost.orchestrator.delegation.postgres;

import dev.agenthost.orchestrator.delegation.BudgetLimit;
import dev.agenthost.orchestrator.delegation.BudgetRepository;
import dev.agenthost.orchestrator.lifecycle.postgres.Statements;
import dev.agenthost.protocol.event.RunLineage;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@link BudgetRepository} in {@code runs.delegations}. */
@Singleton
public final class PostgresBudgetRepository implements BudgetRepository {
    private final Statements statements;

    public PostgresBudgetRepository(Pool pool) {
        this.statements = new Statements(pool);
    }

    @Override
    public Uni<Optional<BudgetLimit>> take(String workspaceId, RunLineage lineage, int calls) {
        return statements
                .list(
                        row -> Optional.ofNullable(row.getString("used_up"))
                                .map(name -> BudgetLimit.valueOf(name.toUpperCase(Locale.ROOT))),
                        "SELECT runs.take_delegated_call_v1($1, $2, $3) AS used_up",
                        workspaceId,
                        lineage.originRunId().value(),
                        calls)
                .map(List::getFirst);
    }

    @Override
    public Uni<Void> add(String workspaceId, RunLineage lineage, long tokens, int modelCalls, int calls) {
        return statements
                .run(
                        "SELECT runs.add_delegated_usage_v1($1, $2, $3, $4, $5)",
                        workspaceId,
                        lineage.originRunId().value(),
                        tokens,
                        modelCalls,
                        calls)
                .replaceWithVoid();
    }
}
