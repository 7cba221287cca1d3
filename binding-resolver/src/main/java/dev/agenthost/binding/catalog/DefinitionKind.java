package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A kind of thing that people keep, written as documents: so they are read, answered and stored.
 *
 * @param name for instance {@code agent}, as the audit and the names of fields have it
 * @param heading what a document says of itself, if it does
 * @param reading what a document describes
 * @param checking refuses, with an {@link InvalidFieldException}, what a person may not make
 * @param writing its document
 */
public record DefinitionKind<T extends VersionedDefinition<T>, D>(
        String name,
        Class<D> document,
        Function<D, Heading> heading,
        Reading<T, D> reading,
        UnaryOperator<T> checking,
        Function<T, D> writing) {

    /** The id and the workspace, where the document names them. */
    public record Heading(@Nullable String id, @Nullable String workspaceId) {}

    /** What a document describes, under an id that it need not name. */
    public interface Reading<T, D> {
        T read(D document, String id, String workspaceId);
    }

    /** The field of its id. */
    public String idField() {
        return name + "_id";
    }

    /**
     * What a person wrote, in its first version.
     *
     * @throws InvalidFieldException for the first breach of its rules
     */
    public T made(D given, String id, String workspaceId) {
        return checking.apply(reading.read(given, id, workspaceId).withVersion(1));
    }

    /** What is stored of it. */
    public String text(T value) {
        return new String(ProtocolCodec.encode(writing.apply(value)), StandardCharsets.UTF_8);
    }

    /** What was stored. */
    public T read(String text, String id, String workspaceId) throws UndecodableException {
        return reading.read(ProtocolCodec.decode(text.getBytes(StandardCharsets.UTF_8), document), id, workspaceId);
    }

    /** What was stored by this version of the program or an older one. */
    public T restored(String text, String id, String workspaceId) {
        try {
            return read(text, id, workspaceId);
        } catch (UndecodableException e) {
            throw new IllegalStateException("the stored " + name + " " + id + " cannot be read", e);
        }
    }
}
