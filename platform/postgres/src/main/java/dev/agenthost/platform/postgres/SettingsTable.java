package dev.agenthost.platform.postgres;

import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.VersionedSettings;
import dev.agenthost.platform.rest.WriteOutcome;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A table of settings: one row for each workspace that has set any, with {@code workspace_id}, {@code version} and further columns. */
public final class SettingsTable<S extends VersionedSettings<S>> {
    private final S none;
    private final List<VersionedTable.Column<S>> columns;
    private final Function<Row, S> reading;
    private final String find;
    private final String put;

    /**
     * @param name of the table, with its schema
     * @param none the settings of a workspace without a row
     * @param reading turns a row into the settings
     */
    public SettingsTable(String name, S none, List<VersionedTable.Column<S>> columns, Function<Row, S> reading) {
        this.none = none;
        this.columns = List.copyOf(columns);
        this.reading = reading;
        String names = columns.stream().map(VersionedTable.Column::name).collect(Collectors.joining(", "));
        find = "select version, " + names + " from " + name + " where workspace_id = $1";
        put = "insert into " + name + " as s (workspace_id, version, " + names + ") values ($1, 1, "
                + IntStream.range(0, columns.size())
                        .mapToObj(i -> columns.get(i).parameter(i + 3))
                        .collect(Collectors.joining(", "))
                + ") on conflict (workspace_id) do update set version = s.version + 1, "
                + columns.stream()
                        .map(column -> column.name() + " = excluded." + column.name())
                        .collect(Collectors.joining(", "))
                + " where $2::bigint is null or s.version = $2 returning s.version";
    }

    public Uni<S> find(SqlClient client, String workspaceId) {
        return read(client, find, workspaceId);
    }

    /**
     * Writes settings in a transaction. Equal settings are no change: they are returned with the version that they have.
     *
     * @param value in any version
     * @param after runs after a change, in the transaction
     */
    public Uni<WriteOutcome<S>> put(
            SqlConnection transaction,
            String workspaceId,
            S value,
            ExpectedVersion expected,
            Function<SqlConnection, Uni<?>> after) {
        return read(transaction, find + " for update", workspaceId).chain(former -> {
            if (!expected.admits(former.version())) {
                return Uni.createFrom().item(new WriteOutcome.Stale<>(former.version()));
            }
            boolean exists = former.version() > 0;
            return exists && former.equals(value.withVersion(former.version()))
                    ? Uni.createFrom().item(new WriteOutcome.Done<>(former, false))
                    : write(transaction, workspaceId, value, expected)
                            .call(outcome -> outcome instanceof WriteOutcome.Done
                                    ? after.apply(transaction)
                                    : Uni.createFrom().voidItem());
        });
    }

    /** The statement finds no row to update if another transaction inserted the first one meanwhile. */
    private Uni<WriteOutcome<S>> write(
            SqlConnection transaction, String workspaceId, S value, ExpectedVersion expected) {
        List<@Nullable Object> values = new ArrayList<>(Arrays.asList(workspaceId, expected.orNull()));
        columns.forEach(column -> values.add(column.value().of(value)));
        return transaction.preparedQuery(put).execute(Tuple.from(values)).map(rows -> {
            for (Row row : rows) {
                int version = row.getInteger(0);
                return new WriteOutcome.Done<>(value.withVersion(version), version == 1);
            }
            return new WriteOutcome.Stale<>(1);
        });
    }

    private Uni<S> read(SqlClient client, String statement, String workspaceId) {
        return client.preparedQuery(statement).execute(Tuple.of(workspaceId)).map(rows -> {
            for (Row row : rows) {
                return reading.apply(row);
            }
            return none;
        });
    }
}
