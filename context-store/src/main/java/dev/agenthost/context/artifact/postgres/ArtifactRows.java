package dev.agenthost.context.artifact.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Maps rows of {@code context.artifacts} to the metadata of an artifact. */
final class ArtifactRows {
    /** Selects by the workspace and the id, the first two values; excludes expired artifacts. */
    private static final String COLUMNS = """
            artifact_id, artifact_type, mime_type, name, size_bytes, sha256, conversation_id, run_id, runner_id,
                created_at, expires_at, metadata::text, source, scope, summary
            """;

    private static final String OF_THE_LIVING = """
            from context.artifacts where workspace_id = $1 and expires_at > now()
            """;

    /** Selects artifacts of the workspace {@code $1} with the id {@code $2}. */
    static final String SELECT = "select " + COLUMNS + OF_THE_LIVING + " and artifact_id = $2 ";

    /** Selects the first artifact of each of the ids {@code $2} in the workspace {@code $1}; the order must begin with the id. */
    static final String SELECT_FIRSTS =
            "select distinct on (artifact_id) " + COLUMNS + OF_THE_LIVING + " and artifact_id = any ($2) ";

    private static final String RUNNER = "runner";

    private ArtifactRows() {}

    static Optional<ArtifactMetadata> first(RowSet<Row> rows) {
        return rows.rowCount() == 0
                ? Optional.empty()
                : Optional.of(artifact(rows.iterator().next()));
    }

    static Map<String, ArtifactMetadata> byId(RowSet<Row> rows) {
        Map<String, ArtifactMetadata> found = new HashMap<>();
        rows.forEach(row -> found.put(row.getString(0), artifact(row)));
        return found;
    }

    private static ArtifactMetadata artifact(Row row) {
        boolean isRuns = row.getString(12).equals(RUNNER);
        return new ArtifactMetadata(
                row.getString(0),
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getLong(4),
                row.getString(5),
                row.getString(12),
                row.getString(6),
                isRuns ? row.getUUID(7).toString() : null,
                isRuns ? row.getString(8) : null,
                row.getOffsetDateTime(9).toEpochSecond(),
                row.getOffsetDateTime(10).toEpochSecond(),
                object(row.getString(11)),
                row.getString(13),
                row.getString(14),
                null);
    }

    private static ObjectNode object(String stored) {
        try {
            return (ObjectNode) ProtocolCodec.mapper().readTree(stored);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the database has invalid JSON", e);
        }
    }
}
