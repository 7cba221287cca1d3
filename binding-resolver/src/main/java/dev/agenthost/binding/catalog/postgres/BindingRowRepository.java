package dev.agenthost.binding.catalog.postgres;

import dev.agenthost.binding.catalog.Binding;
import dev.agenthost.binding.catalog.BindingDocument;
import dev.agenthost.binding.catalog.ChangeRejection;
import io.quarkus.hibernate.reactive.panache.Panache;
import io.quarkus.panache.common.Sort;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** {@code bindings.bindings}. A binding names an existing agent and differs from every other binding. */
public final class BindingRowRepository implements RowRepository<Binding> {
    private static final String AGENT =
            "select count(*) from bindings.agents where workspace_id = :workspace and agent_id = :agent";

    @Override
    public String kind() {
        return BindingDocument.KIND.name();
    }

    @Override
    public Uni<Optional<DocumentRow<Binding>>> find(String workspaceId, String id) {
        return BindingRow.<BindingRow>findById(new BindingRowId(workspaceId, id))
                .map(Optional::ofNullable);
    }

    @Override
    public Uni<List<DocumentRow<Binding>>> after(String workspaceId, String id, int limit) {
        return BindingRow.<BindingRow>find("workspaceId = ?1 and bindingId > ?2", Sort.by("bindingId"), workspaceId, id)
                .page(0, limit)
                .list()
                .map(List::copyOf);
    }

    @Override
    public Uni<Void> insert(Binding binding) {
        return BindingRow.of(binding).persist().replaceWithVoid();
    }

    @Override
    public Uni<Optional<ChangeRejection>> forbidsKeeping(Binding binding) {
        return hasAgent(binding)
                .chain(known ->
                        known ? clash(binding) : Uni.createFrom().item(Optional.of(new ChangeRejection.NoSuchAgent())));
    }

    @Override
    public Uni<Optional<ChangeRejection>> forbidsDeleting(Binding binding) {
        return Uni.createFrom().item(Optional.empty());
    }

    private static Uni<Boolean> hasAgent(Binding binding) {
        return Panache.getSession()
                .chain(session -> session.createNativeQuery(AGENT, Long.class)
                        .setParameter("workspace", binding.workspaceId())
                        .setParameter("agent", binding.agentId())
                        .getSingleResult())
                .map(count -> count > 0);
    }

    private static Uni<Optional<ChangeRejection>> clash(Binding binding) {
        return BindingRow.<BindingRow>list("workspaceId = ?1", Sort.by("bindingId"), binding.workspaceId())
                .map(rows -> rows.stream()
                        .map(BindingRow::value)
                        .filter(binding::clashesWith)
                        .<ChangeRejection>map(other -> new ChangeRejection.Clashing(other.bindingId()))
                        .findFirst());
    }
}
