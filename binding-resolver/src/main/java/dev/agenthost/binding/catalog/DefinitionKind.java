package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A kind of definition that people write as documents: how it is read, checked, answered and stored.
 *
 * @param name for instance {@code agent}, as in the audit and in names of fields
 * @param heading the id and workspace that a document names
 * @param reading turns a document into the definition
 * @param checking refuses an invalid definition with an {@link InvalidFieldException}
 * @param writing turns a definition into its document
 */
public record DefinitionKind<T extends VersionedDefinition<T>, D>(
        String name,
        Class<D> document,
        Function<D, Heading> heading,
        Reading<T, D> reading,
        UnaryOperator<T> checking,
        Function<T, D> writing) {

    /** The id and the workspace, or null where the document omits them. */
    public record Heading(@Nullable String id, @Nullable String workspaceId) {}

    /** Turns a document into the definition, under an id that the document may omit. */
    public interface Reading<T, D> {
        T read(D document, String id, String workspaceId);
    }

    /** Returns the field name of its id. */
    public String idField() {
        return name + "_id";
    }

    /**
     * Returns the checked definition of a request, in its first version.
     *
     * @throws InvalidFieldException for the first breach of its rules
     */
    public T made(D given, String id, String workspaceId) {
        return checking.apply(reading.read(given, id, workspaceId).withVersion(1));
    }

    /** Returns the text to store. */
    public String text(T value) {
        return new String(ProtocolCodec.encode(writing.apply(value)), StandardCharsets.UTF_8);
    }

    /** Returns the definition of a stored text. */
    public T read(String text, String id, String workspaceId) throws UndecodableException {
        return reading.read(ProtocolCodec.decode(text.getBytes(StandardCharsets.UTF_8), document), id, workspaceId);
    }

    /** Returns the definition of a text that this version of the program or an older one stored. */
    public T restored(String text, String id, String workspaceId) {
        try {
            return read(text, id, workspaceId);
        } catch (UndecodableException e) {
            throw new IllegalStateException("the stored " + name + " " + id + " cannot be read", e);
        }
    }
}
