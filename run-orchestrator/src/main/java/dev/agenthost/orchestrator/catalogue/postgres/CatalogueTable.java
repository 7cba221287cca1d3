package dev.agenthost.orchestrator.catalogue.postgres;

import dev.agenthost.protocol.json.UndecodableException;
import java.util.function.Function;

/**
 * The table of a catalogue: a workspace, an id, a document and a version.
 *
 * @param name of the table, a constant: statements contain it unescaped
 * @param id the name of the id column, also a constant
 * @param document the stored form of an item
 */
public record CatalogueTable<T>(String name, String id, Function<T, Object> document, Reading<T> reading) {
    /** Maps a row to an item. The columns take precedence over the fields of the document. */
    public interface Reading<T> {
        T read(byte[] document, String workspaceId, String id, int version) throws UndecodableException;
    }
}
