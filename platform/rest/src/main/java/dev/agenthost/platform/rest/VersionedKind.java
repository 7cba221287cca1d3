package dev.agenthost.platform.rest;

import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A kind of versioned objects that people write as documents.
 *
 * @param name for instance {@code agent}, as in the audit
 * @param idField the field of its id in documents
 * @param assignsId true if the host assigns the id that a new document omits
 * @param document the type of its documents
 * @param heading the id and workspace that a document names
 * @param id returns a valid id; refuses another text with an {@link InvalidFieldException}
 * @param reading turns a document into the object
 * @param checking refuses an invalid object with an {@link InvalidFieldException}
 * @param writing turns an object into its document
 */
public record VersionedKind<T extends VersionedItem<T>, D>(
        String name,
        String idField,
        boolean assignsId,
        Class<D> document,
        Function<D, Heading> heading,
        UnaryOperator<String> id,
        Reading<T, D> reading,
        UnaryOperator<T> checking,
        Function<T, D> writing) {

    /** The id and the workspace; null if the document omits them. */
    public record Heading(@Nullable String id, @Nullable String workspaceId) {}

    /** Turns a document into the object, under an id that the document may omit. */
    public interface Reading<T, D> {
        T read(D document, String id, String workspaceId);
    }

    /**
     * Returns the checked object of a request, in its first version.
     *
     * @throws InvalidFieldException for the first breach of its rules
     */
    public T made(D given, String id, String workspaceId) {
        return checking.apply(reading.read(given, id, workspaceId).withVersion(1));
    }
}
