package dev.agenthost.binding.catalog.postgres;

import dev.agenthost.binding.catalog.ChangeAudit;
import dev.agenthost.binding.catalog.ChangeContext;
import dev.agenthost.binding.catalog.ChangeJournal;
import dev.agenthost.binding.catalog.ChangeRejection;
import dev.agenthost.binding.catalog.DefinitionRepository;
import dev.agenthost.binding.catalog.VersionedDefinition;
import dev.agenthost.binding.catalog.WriteOutcome;
import dev.agenthost.platform.rest.ExpectedVersion;
import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One kind on PostgreSQL. Changes wait for one another at the journal, so what they read stays so until they commit. */
public final class PostgresDefinitionRepository<T extends VersionedDefinition<T>> implements DefinitionRepository<T> {
    private final ChangeJournal journal;
    private final RowRepository<T> rows;

    public PostgresDefinitionRepository(ChangeJournal journal, RowRepository<T> rows) {
        this.journal = journal;
        this.rows = rows;
    }

    @Override
    public Uni<WriteOutcome<T>> create(T value, ChangeContext change) {
        return changing(
                value.workspaceId(),
                value.id(),
                found -> found.isPresent()
                        ? refused(new ChangeRejection.Exists())
                        : unless(rows.forbidsKeeping(value), () -> rows.insert(value)
                                .chain(() -> done(value, "create", change))));
    }

    @Override
    public Uni<WriteOutcome<T>> replace(T value, ExpectedVersion expected, ChangeContext change) {
        return changing(value.workspaceId(), value.id(), expecting(expected, row -> {
            T next = value.withVersion(row.version() + 1);
            return unless(rows.forbidsKeeping(next), () -> {
                row.take(next);
                return done(next, "update", change);
            });
        }));
    }

    @Override
    public Uni<WriteOutcome<T>> delete(String workspaceId, String id, ExpectedVersion expected, ChangeContext change) {
        return changing(workspaceId, id, expecting(expected, row -> {
            T last = row.value();
            return unless(rows.forbidsDeleting(last), () -> row.delete().chain(() -> done(last, "delete", change)));
        }));
    }

    @Override
    public Uni<Optional<T>> find(String workspaceId, String id) {
        return Panache.withSession(() -> rows.find(workspaceId, id)).map(row -> row.map(DocumentRow::value));
    }

    @Override
    public Uni<List<T>> list(String workspaceId, @Nullable String after, int limit) {
        return Panache.withSession(() -> rows.after(workspaceId, after == null ? "" : after, limit))
                .map(found -> found.stream().map(DocumentRow::value).toList());
    }

    private Uni<WriteOutcome<T>> changing(
            String workspaceId, String id, Function<Optional<DocumentRow<T>>, Uni<WriteOutcome<T>>> step) {
        return Panache.withTransaction(() -> journal.begin(workspaceId)
                .chain(begun -> rows.find(workspaceId, id))
                .chain(step::apply));
    }

    private Function<Optional<DocumentRow<T>>, Uni<WriteOutcome<T>>> expecting(
            ExpectedVersion expected, Function<DocumentRow<T>, Uni<WriteOutcome<T>>> step) {
        return found -> {
            if (found.isEmpty()) {
                return refused(new ChangeRejection.Missing());
            }
            DocumentRow<T> row = found.get();
            return expected.admits(row.version()) ? step.apply(row) : refused(new ChangeRejection.Stale(row.version()));
        };
    }

    private Uni<WriteOutcome<T>> unless(Uni<Optional<ChangeRejection>> objection, Supplier<Uni<WriteOutcome<T>>> step) {
        return objection.chain(why -> why.isPresent() ? refused(why.get()) : step.get());
    }

    private Uni<WriteOutcome<T>> done(T value, String verb, ChangeContext change) {
        return journal.audit(new ChangeAudit(
                        change,
                        value.workspaceId(),
                        rows.kind() + "." + verb,
                        rows.kind() + "/" + value.id(),
                        value.version()))
                .replaceWith(new WriteOutcome.Done<>(value));
    }

    private Uni<WriteOutcome<T>> refused(ChangeRejection why) {
        return Uni.createFrom().item(new WriteOutcome.Refused<>(why));
    }
}
