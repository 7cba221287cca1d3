package dev.agenthost.platform.postgres;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.vertx.mutiny.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The table of one kind: {@code workspace_id}, the id, {@code version} and further columns. All names are literals of the program
 * and stand in the statements as they are.
 *
 * @param name of the table, with its schema
 * @param kind in the audit, for instance {@code agent}
 * @param id the column of the id; a row is read with it under the name {@code id}
 * @param reading turns a row into the object
 */
public record VersionedTable<T>(
        String name, String kind, String id, List<Column<T>> columns, Function<Row, T> reading) {
    private static final String DOCUMENT = "document";

    /** @param isJson true for a column of type {@code jsonb}, whose values are texts */
    public record Column<T>(String name, boolean isJson, Value<T> value) {
        public Column(String name, Value<T> value) {
            this(name, false, value);
        }

        String parameter(int number) {
            return isJson ? "cast($" + number + "::text as jsonb)" : "$" + number;
        }

        String selected() {
            return isJson ? name + "::text as " + name : name;
        }
    }

    /** Returns the value of a column. */
    public interface Value<T> {
        @Nullable
        Object of(T object);
    }

    /** Turns a stored document into the object. The columns count, not what the document says of itself. */
    public interface Reading<T> {
        T read(byte[] document, String id, String workspaceId, int version) throws UndecodableException;
    }

    public VersionedTable {
        columns = List.copyOf(columns);
    }

    /**
     * A table with a column {@code document} of JSON.
     *
     * @param isJson true if its type is {@code jsonb}, false for {@code text}
     * @param more columns besides the document
     */
    public static <T> VersionedTable<T> ofDocuments(
            String name,
            String kind,
            String id,
            boolean isJson,
            Function<T, ?> document,
            Reading<T> reading,
            List<Column<T>> more) {
        List<Column<T>> columns = new ArrayList<>(more);
        columns.add(new Column<>(
                DOCUMENT,
                isJson,
                value -> new String(ProtocolCodec.encode(document.apply(value)), StandardCharsets.UTF_8)));
        return new VersionedTable<>(name, kind, id, columns, row -> read(name, row, reading));
    }

    private static <T> T read(String name, Row row, Reading<T> reading) {
        try {
            return reading.read(
                    row.getString(DOCUMENT).getBytes(StandardCharsets.UTF_8),
                    row.getString("id"),
                    row.getString("workspace_id"),
                    row.getInteger("version"));
        } catch (UndecodableException e) {
            throw new IllegalStateException("a stored document of " + name + " cannot be read", e);
        }
    }
}
