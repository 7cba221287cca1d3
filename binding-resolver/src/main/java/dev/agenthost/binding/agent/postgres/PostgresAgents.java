package dev.agenthost.binding.agent.postgres;

import dev.agenthost.binding.agent.Agent;
import dev.agenthost.binding.agent.AgentWritten;
import dev.agenthost.binding.agent.Agents;
import dev.agenthost.binding.change.Change;
import dev.agenthost.binding.change.ChangeAudit;
import dev.agenthost.binding.change.ChangeJournal;
import dev.agenthost.binding.change.ExpectedVersion;
import io.quarkus.hibernate.reactive.panache.Panache;
import io.quarkus.panache.common.Sort;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Agents on PostgreSQL. Changes wait for one another at the journal, so what they read stays so until they commit. */
@ApplicationScoped
class PostgresAgents implements Agents {
    private static final String USERS =
            "select binding_id from bindings.bindings where workspace_id = :workspace and agent_id = :agent order by 1";

    private final ChangeJournal journal;

    PostgresAgents(ChangeJournal journal) {
        this.journal = journal;
    }

    @Override
    public Uni<AgentWritten> create(Agent agent, Change change) {
        return changing(agent.workspaceId(), () -> row(agent.workspaceId(), agent.agentId())
                .chain(row -> {
                    if (row != null) {
                        return answer(new AgentWritten.Exists());
                    }
                    return AgentRow.of(agent)
                            .persist()
                            .chain(() -> journal.audit(audit(change, agent, "agent.create")))
                            .replaceWith(new AgentWritten.Stored(agent));
                }));
    }

    @Override
    public Uni<AgentWritten> replace(Agent agent, ExpectedVersion expected, Change change) {
        return changing(agent.workspaceId(), () -> row(agent.workspaceId(), agent.agentId())
                .chain(row -> {
                    if (row == null) {
                        return answer(new AgentWritten.Missing());
                    }
                    if (!expected.admits(row.version)) {
                        return answer(new AgentWritten.Stale(row.version));
                    }
                    Agent next = agent.withVersion(row.version + 1);
                    row.take(next);
                    return journal.audit(audit(change, next, "agent.update"))
                            .replaceWith(new AgentWritten.Stored(next));
                }));
    }

    @Override
    public Uni<AgentWritten> delete(String workspaceId, String agentId, ExpectedVersion expected, Change change) {
        return changing(workspaceId, () -> row(workspaceId, agentId).chain(row -> {
            if (row == null) {
                return answer(new AgentWritten.Missing());
            }
            if (!expected.admits(row.version)) {
                return answer(new AgentWritten.Stale(row.version));
            }
            return users(workspaceId, agentId)
                    .chain(users -> users.isEmpty()
                            ? row.delete()
                                    .chain(() -> journal.audit(audit(change, row.agent(), "agent.delete")))
                                    .replaceWith(new AgentWritten.Deleted())
                            : answer(new AgentWritten.InUse(users)));
        }));
    }

    @Override
    public Uni<Optional<Agent>> find(String workspaceId, String agentId) {
        return Panache.withSession(() -> row(workspaceId, agentId))
                .map(row -> Optional.ofNullable(row).map(AgentRow::agent));
    }

    @Override
    public Uni<List<Agent>> list(String workspaceId, @Nullable String after, int limit) {
        return Panache.withSession(() -> AgentRow.<AgentRow>find(
                                "workspaceId = ?1 and agentId > ?2",
                                Sort.by("agentId"),
                                workspaceId,
                                after == null ? "" : after)
                        .page(0, limit)
                        .list())
                .map(rows -> rows.stream().map(AgentRow::agent).toList());
    }

    private Uni<AgentWritten> changing(String workspaceId, Supplier<Uni<AgentWritten>> work) {
        return Panache.withTransaction(() -> journal.begin(workspaceId).chain(begun -> work.get()));
    }

    private static Uni<@Nullable AgentRow> row(String workspaceId, String agentId) {
        return AgentRow.findById(new AgentRowId(workspaceId, agentId));
    }

    private static Uni<List<String>> users(String workspaceId, String agentId) {
        return Panache.getSession().chain(session -> session.createNativeQuery(USERS, String.class)
                .setParameter("workspace", workspaceId)
                .setParameter("agent", agentId)
                .getResultList());
    }

    private static ChangeAudit audit(Change change, Agent agent, String action) {
        return new ChangeAudit(change, agent.workspaceId(), action, "agent/" + agent.agentId(), agent.version());
    }

    private static Uni<AgentWritten> answer(AgentWritten answer) {
        return Uni.createFrom().item(answer);
    }
}
