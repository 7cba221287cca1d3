package dev.agenthost.orchestrator.catalogue.postgres;

import dev.agenthost.protocol.json.UndecodableException;
import java.util.function.Function;

/**
 * The table of a catalogue: a workspace, an id, a document and a version.
 *
 * @param name of the table, one of our own: it stands in the statements as it is
 * @param id the name of its column, likewise
 * @param document the stored form of an item
 */
public record CatalogueTable<T>(String name, String id, Function<T, Object> document, Reading<T> reading) {
    /** Makes one of a row again. The columns count, not what the document says of itself. */
    public interface Reading<T> {
        T read(byte[] document, String workspaceId, String id, int version) throws UndecodableException;
    }
}
