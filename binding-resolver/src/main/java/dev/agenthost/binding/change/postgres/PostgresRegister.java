package dev.agenthost.binding.change.postgres;

import dev.agenthost.binding.change.Change;
import dev.agenthost.binding.change.ChangeAudit;
import dev.agenthost.binding.change.ChangeJournal;
import dev.agenthost.binding.change.Refusal;
import dev.agenthost.binding.change.Register;
import dev.agenthost.binding.change.Versioned;
import dev.agenthost.binding.change.Written;
import dev.agenthost.door.version.ExpectedVersion;
import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One kind on PostgreSQL. Changes wait for one another at the journal, so what they read stays so until they commit. */
public final class PostgresRegister<T extends Versioned<T>> implements Register<T> {
    private final ChangeJournal journal;
    private final Rows<T> rows;

    public PostgresRegister(ChangeJournal journal, Rows<T> rows) {
        this.journal = journal;
        this.rows = rows;
    }

    @Override
    public Uni<Written<T>> create(T value, Change change) {
        return changing(
                value.workspaceId(),
                value.id(),
                found -> found.isPresent()
                        ? refused(new Refusal.Exists())
                        : unless(rows.forbidsKeeping(value), () -> rows.insert(value)
                                .chain(() -> done(value, "create", change))));
    }

    @Override
    public Uni<Written<T>> replace(T value, ExpectedVersion expected, Change change) {
        return changing(value.workspaceId(), value.id(), expecting(expected, row -> {
            T next = value.withVersion(row.version() + 1);
            return unless(rows.forbidsKeeping(next), () -> {
                row.take(next);
                return done(next, "update", change);
            });
        }));
    }

    @Override
    public Uni<Written<T>> delete(String workspaceId, String id, ExpectedVersion expected, Change change) {
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

    private Uni<Written<T>> changing(
            String workspaceId, String id, Function<Optional<DocumentRow<T>>, Uni<Written<T>>> step) {
        return Panache.withTransaction(() -> journal.begin(workspaceId)
                .chain(begun -> rows.find(workspaceId, id))
                .chain(step::apply));
    }

    private Function<Optional<DocumentRow<T>>, Uni<Written<T>>> expecting(
            ExpectedVersion expected, Function<DocumentRow<T>, Uni<Written<T>>> step) {
        return found -> {
            if (found.isEmpty()) {
                return refused(new Refusal.Missing());
            }
            DocumentRow<T> row = found.get();
            return expected.admits(row.version()) ? step.apply(row) : refused(new Refusal.Stale(row.version()));
        };
    }

    private Uni<Written<T>> unless(Uni<Optional<Refusal>> objection, Supplier<Uni<Written<T>>> step) {
        return objection.chain(why -> why.isPresent() ? refused(why.get()) : step.get());
    }

    private Uni<Written<T>> done(T value, String verb, Change change) {
        return journal.audit(new ChangeAudit(
                        change,
                        value.workspaceId(),
                        rows.kind() + "." + verb,
                        rows.kind() + "/" + value.id(),
                        value.version()))
                .replaceWith(new Written.Done<>(value));
    }

    private Uni<Written<T>> refused(Refusal why) {
        return Uni.createFrom().item(new Written.Refused<>(why));
    }
}
