package dev.agenthost.binding.binding.postgres;

import dev.agenthost.binding.binding.Binding;
import dev.agenthost.binding.binding.BindingWritten;
import dev.agenthost.binding.binding.Bindings;
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

/** Bindings on PostgreSQL. Changes wait for one another at the journal, so two that clash never both get in. */
@ApplicationScoped
class PostgresBindings implements Bindings {
    private static final String AGENT =
            "select count(*) from bindings.agents where workspace_id = :workspace and agent_id = :agent";

    private final ChangeJournal journal;

    PostgresBindings(ChangeJournal journal) {
        this.journal = journal;
    }

    @Override
    public Uni<BindingWritten> create(Binding binding, Change change) {
        return changing(binding.workspaceId(), () -> row(binding.workspaceId(), binding.bindingId())
                .chain(row -> row != null
                        ? answer(new BindingWritten.Exists())
                        : objection(binding)
                                .chain(objection -> objection.isPresent()
                                        ? answer(objection.get())
                                        : BindingRow.of(binding)
                                                .persist()
                                                .chain(() -> journal.audit(audit(change, binding, "binding.create")))
                                                .replaceWith(new BindingWritten.Stored(binding)))));
    }

    @Override
    public Uni<BindingWritten> replace(Binding binding, ExpectedVersion expected, Change change) {
        return changing(binding.workspaceId(), () -> row(binding.workspaceId(), binding.bindingId())
                .chain(row -> {
                    if (row == null) {
                        return answer(new BindingWritten.Missing());
                    }
                    if (!expected.admits(row.version)) {
                        return answer(new BindingWritten.Stale(row.version));
                    }
                    Binding next = binding.withVersion(row.version + 1);
                    return objection(next).chain(objection -> {
                        if (objection.isPresent()) {
                            return answer(objection.get());
                        }
                        row.take(next);
                        return journal.audit(audit(change, next, "binding.update"))
                                .replaceWith(new BindingWritten.Stored(next));
                    });
                }));
    }

    @Override
    public Uni<BindingWritten> delete(String workspaceId, String bindingId, ExpectedVersion expected, Change change) {
        return changing(workspaceId, () -> row(workspaceId, bindingId).chain(row -> {
            if (row == null) {
                return answer(new BindingWritten.Missing());
            }
            if (!expected.admits(row.version)) {
                return answer(new BindingWritten.Stale(row.version));
            }
            return row.delete()
                    .chain(() -> journal.audit(audit(change, row.binding(), "binding.delete")))
                    .replaceWith(new BindingWritten.Deleted());
        }));
    }

    @Override
    public Uni<Optional<Binding>> find(String workspaceId, String bindingId) {
        return Panache.withSession(() -> row(workspaceId, bindingId))
                .map(row -> Optional.ofNullable(row).map(BindingRow::binding));
    }

    @Override
    public Uni<List<Binding>> list(String workspaceId, @Nullable String after, int limit) {
        return Panache.withSession(() -> BindingRow.<BindingRow>find(
                                "workspaceId = ?1 and bindingId > ?2",
                                Sort.by("bindingId"),
                                workspaceId,
                                after == null ? "" : after)
                        .page(0, limit)
                        .list())
                .map(rows -> rows.stream().map(BindingRow::binding).toList());
    }

    /** What forbids it to stand among the others. */
    private static Uni<Optional<BindingWritten>> objection(Binding binding) {
        return hasAgent(binding)
                .chain(known -> known
                        ? clash(binding).map(other -> other.map(BindingWritten.Clashing::new))
                        : Uni.createFrom().item(Optional.of(new BindingWritten.NoSuchAgent())));
    }

    private static Uni<Boolean> hasAgent(Binding binding) {
        return Panache.getSession()
                .chain(session -> session.createNativeQuery(AGENT, Long.class)
                        .setParameter("workspace", binding.workspaceId())
                        .setParameter("agent", binding.agentId())
                        .getSingleResult())
                .map(count -> count > 0);
    }

    private static Uni<Optional<String>> clash(Binding binding) {
        return BindingRow.<BindingRow>list("workspaceId = ?1", Sort.by("bindingId"), binding.workspaceId())
                .map(rows -> rows.stream()
                        .map(BindingRow::binding)
                        .filter(binding::clashesWith)
                        .map(Binding::bindingId)
                        .findFirst());
    }

    private Uni<BindingWritten> changing(String workspaceId, Supplier<Uni<BindingWritten>> work) {
        return Panache.withTransaction(() -> journal.begin(workspaceId).chain(begun -> work.get()));
    }

    private static Uni<@Nullable BindingRow> row(String workspaceId, String bindingId) {
        return BindingRow.findById(new BindingRowId(workspaceId, bindingId));
    }

    private static ChangeAudit audit(Change change, Binding binding, String action) {
        return new ChangeAudit(
                change, binding.workspaceId(), action, "binding/" + binding.bindingId(), binding.version());
    }

    private static Uni<BindingWritten> answer(BindingWritten answer) {
        return Uni.createFrom().item(answer);
    }
}
