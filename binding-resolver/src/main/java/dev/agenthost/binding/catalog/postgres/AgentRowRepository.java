package dev.agenthost.binding.catalog.postgres;

import dev.agenthost.binding.catalog.Agent;
import dev.agenthost.binding.catalog.AgentDocument;
import dev.agenthost.binding.catalog.ChangeRejection;
import io.quarkus.hibernate.reactive.panache.Panache;
import io.quarkus.panache.common.Sort;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** {@code bindings.agents}. An agent that a binding names stays. */
public final class AgentRowRepository implements RowRepository<Agent> {
    private static final String USERS =
            "select binding_id from bindings.bindings where workspace_id = :workspace and agent_id = :agent order by 1";

    @Override
    public String kind() {
        return AgentDocument.KIND.name();
    }

    @Override
    public Uni<Optional<DocumentRow<Agent>>> find(String workspaceId, String id) {
        return AgentRow.<AgentRow>findById(new AgentRowId(workspaceId, id)).map(Optional::ofNullable);
    }

    @Override
    public Uni<List<DocumentRow<Agent>>> after(String workspaceId, String id, int limit) {
        return AgentRow.<AgentRow>find("workspaceId = ?1 and agentId > ?2", Sort.by("agentId"), workspaceId, id)
                .page(0, limit)
                .list()
                .map(List::copyOf);
    }

    @Override
    public Uni<Void> insert(Agent agent) {
        return AgentRow.of(agent).persist().replaceWithVoid();
    }

    @Override
    public Uni<Optional<ChangeRejection>> forbidsKeeping(Agent agent) {
        return Uni.createFrom().item(Optional.empty());
    }

    @Override
    public Uni<Optional<ChangeRejection>> forbidsDeleting(Agent agent) {
        return Panache.getSession()
                .chain(session -> session.createNativeQuery(USERS, String.class)
                        .setParameter("workspace", agent.workspaceId())
                        .setParameter("agent", agent.agentId())
                        .getResultList())
                .map(users -> users.isEmpty() ? Optional.empty() : Optional.of(new ChangeRejection.InUse(users)));
    }
}
