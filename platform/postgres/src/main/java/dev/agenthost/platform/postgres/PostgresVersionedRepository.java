package dev.agenthost.platform.postgres;

import dev.agenthost.platform.rest.ChangeContext;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.VersionedItem;
import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.platform.rest.WriteOutcome;
import dev.agenthost.platform.rest.WriteRefusal;
import dev.agenthost.protocol.audit.AuditEntry;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * {@link VersionedRepository} in a table. A change is one transaction: the journal begins, the row is locked and compared with the
 * expected version, the kind's own steps run, the row and the audit entry are written.
 */
public class PostgresVersionedRepository<T extends VersionedItem<T>> implements VersionedRepository<T> {
    /** The time limit of a read; a read without an answer by then counts as failed. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Pool pool;
    private final VersionedTable<T> table;
    private final ChangeJournal journal;
    private final ChangeSteps<T> steps;
    private final String select;
    private final String find;
    private final String insert;
    private final String update;
    private final String delete;

    public PostgresVersionedRepository(
            Pool pool, VersionedTable<T> table, ChangeJournal journal, ChangeSteps<T> steps) {
        this.pool = pool;
        this.table = table;
        this.journal = journal;
        this.steps = steps;
        String id = table.id();
        List<VersionedTable.Column<T>> columns = table.columns();
        String row = " where workspace_id = $1 and " + id + " = $2";
        select = "select workspace_id, " + id + " as id, version, "
                + joined(i -> columns.get(i).selected()) + " from " + table.name();
        find = select + row;
        insert = "insert into " + table.name() + " (workspace_id, " + id + ", version, "
                + joined(i -> columns.get(i).name()) + ") values ($1, $2, $3, "
                + joined(i -> columns.get(i).parameter(i + 4)) + ") on conflict (workspace_id, " + id + ") do nothing";
        update = "update " + table.name() + " set version = $3, "
                + joined(i -> columns.get(i).name() + " = " + columns.get(i).parameter(i + 4)) + row;
        delete = "delete from " + table.name() + row;
    }

    private String joined(IntFunction<String> column) {
        return IntStream.range(0, table.columns().size()).mapToObj(column).collect(Collectors.joining(", "));
    }

    @Override
    public Uni<Optional<T>> find(String workspaceId, String id) {
        return read(find, Tuple.of(workspaceId, id)).map(found -> found.stream().findFirst());
    }

    @Override
    public Uni<List<T>> findAll(String workspaceId, List<String> ids) {
        return ids.isEmpty()
                ? Uni.createFrom().item(List.of())
                : read(
                        select + " where workspace_id = $1 and " + table.id() + " = any($2)",
                        Tuple.of(workspaceId, ids.toArray(String[]::new)));
    }

    @Override
    public Uni<List<T>> page(String workspaceId, @Nullable String after, int limit) {
        return read(
                select + " where workspace_id = $1 and " + table.id() + " > $2 order by " + table.id() + " limit $3",
                Tuple.of(workspaceId, after == null ? "" : after, limit));
    }

    @Override
    public Uni<WriteOutcome<T>> create(T value, ChangeContext change) {
        return changing(
                value.workspaceId(),
                value.id(),
                "create",
                change,
                (transaction, before) -> before != null
                        ? item(new WriteOutcome.Exists<>())
                        : unless(steps.beforeWrite(transaction, null, value), () -> transaction
                                .preparedQuery(insert)
                                .execute(values(value))
                                .map(rows -> rows.rowCount() == 0
                                        ? new WriteOutcome.Exists<>()
                                        : new WriteOutcome.Done<>(value, true))));
    }

    @Override
    public Uni<WriteOutcome<T>> replace(T value, ExpectedVersion expected, ChangeContext change) {
        return changing(
                value.workspaceId(), value.id(), "update", change, expecting(expected, (transaction, before) -> {
                    T next = value.withVersion(before.version() + 1);
                    return unless(steps.beforeWrite(transaction, before, next), () -> transaction
                            .preparedQuery(update)
                            .execute(values(next))
                            .replaceWith(new WriteOutcome.Done<>(next, false)));
                }));
    }

    @Override
    public Uni<WriteOutcome<T>> delete(String workspaceId, String id, ExpectedVersion expected, ChangeContext change) {
        return changing(
                workspaceId,
                id,
                "delete",
                change,
                expecting(
                        expected,
                        (transaction, before) -> unless(steps.beforeDeletion(transaction, before), () -> transaction
                                .preparedQuery(delete)
                                .execute(Tuple.of(workspaceId, id))
                                .replaceWith(new WriteOutcome.Done<>(before, false)))));
    }

    /** Makes a change of the locked row; {@code before} is null where there is none. */
    private interface Step<T> {
        Uni<WriteOutcome<T>> take(SqlConnection transaction, @Nullable T before);
    }

    private Uni<WriteOutcome<T>> changing(
            String workspaceId, String id, String verb, ChangeContext change, Step<T> step) {
        return pool.withTransaction(transaction -> journal.begin(transaction, workspaceId)
                        .chain(() -> rows(transaction, find + " for update", Tuple.of(workspaceId, id)))
                        .chain(found -> step.take(transaction, found.isEmpty() ? null : found.getFirst()))
                        .call(outcome -> outcome instanceof WriteOutcome.Done<T>(T value, boolean isNew)
                                ? journal.record(transaction, entry(value, verb, change))
                                : Uni.createFrom().voidItem()))
                .invoke(outcome -> {
                    if (outcome instanceof WriteOutcome.Done<T>(T value, boolean isNew)) {
                        journal.committed(entry(value, verb, change));
                    }
                });
    }

    private Step<T> expecting(ExpectedVersion expected, BiFunction<SqlConnection, T, Uni<WriteOutcome<T>>> step) {
        return (transaction, before) -> {
            if (before == null) {
                return item(new WriteOutcome.Missing<>());
            }
            return expected.admits(before.version())
                    ? step.apply(transaction, before)
                    : item(new WriteOutcome.Stale<>(before.version()));
        };
    }

    private Uni<WriteOutcome<T>> unless(Uni<Optional<WriteRefusal>> refusal, Supplier<Uni<WriteOutcome<T>>> write) {
        return refusal.chain(why -> why.isPresent() ? item(new WriteOutcome.Refused<>(why.get())) : write.get());
    }

    private Uni<WriteOutcome<T>> item(WriteOutcome<T> outcome) {
        return Uni.createFrom().item(outcome);
    }

    private AuditEntry entry(T value, String verb, ChangeContext change) {
        return change.entry(
                journal.service(),
                value.workspaceId(),
                table.kind() + "." + verb,
                table.kind() + "/" + value.id(),
                "version " + value.version());
    }

    private Tuple values(T value) {
        List<@Nullable Object> values =
                new ArrayList<>(Arrays.asList(value.workspaceId(), value.id(), value.version()));
        table.columns().forEach(column -> values.add(column.value().of(value)));
        return Tuple.from(values);
    }

    private Uni<List<T>> read(String statement, Tuple values) {
        return rows(pool, statement, values).ifNoItem().after(LIMIT).fail();
    }

    private Uni<List<T>> rows(SqlClient client, String statement, Tuple values) {
        return client.preparedQuery(statement).execute(values).map(rows -> {
            List<T> objects = new ArrayList<>();
            rows.forEach(row -> objects.add(table.reading().apply(row)));
            return objects;
        });
    }
}
