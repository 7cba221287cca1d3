package dev.agenthost.context.file.postgres;

import dev.agenthost.protocol.json.WireName;
import dev.agenthost.protocol.store.artifact.FilePurpose;
import dev.agenthost.protocol.store.artifact.StoredFile;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Maps rows of {@code context.files} to files. */
final class FileRows {
    static final String COLUMNS = "file_key, name, purpose, mime_type, size_bytes, sha256, created_at, created_by";

    private FileRows() {}

    static Optional<StoredFile> first(RowSet<Row> rows) {
        return all(rows).stream().findFirst();
    }

    static List<StoredFile> all(RowSet<Row> rows) {
        List<StoredFile> files = new ArrayList<>();
        rows.forEach(row -> files.add(file(row)));
        return files;
    }

    static StoredFile file(Row row) {
        return new StoredFile(
                row.getString("file_key"),
                row.getString("name"),
                WireName.find(FilePurpose.class, row.getString("purpose")).orElseThrow(),
                row.getString("mime_type"),
                row.getLong("size_bytes"),
                row.getString("sha256"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getString("created_by"));
    }
}
