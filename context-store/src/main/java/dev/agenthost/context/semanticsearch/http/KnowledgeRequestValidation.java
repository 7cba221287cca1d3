package dev.agenthost.context.semanticsearch.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeRules;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.MemberNames;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks requests about knowledge bases; each breach is a 400 that names the field, unless it has a status of its own. */
final class KnowledgeRequestValidation {
    private static final int LARGEST_BODY = 64 * 1024;
    private static final int LONGEST_METADATA = 16 * 1024;

    private KnowledgeRequestValidation() {}

    /** Returns the body, which is at most 64 KiB. */
    static byte[] limited(byte[] body) {
        if (body.length > LARGEST_BODY) {
            throw new ProblemException(
                    FailureCode.PAYLOAD_TOO_LARGE, "The body is larger than " + LARGEST_BODY / 1024 + " KiB.");
        }
        return body;
    }

    /** Reads a body; refuses unknown fields, so that a mistyped field does not silently get its default. */
    static <T> T read(byte[] body, Class<T> type, Set<String> known) {
        try {
            JsonNode tree = ProtocolCodec.readTree(limited(body));
            tree.properties().stream()
                    .filter(field -> !known.contains(field.getKey()))
                    .findFirst()
                    .ifPresent(field -> {
                        throw new InvalidFieldException(
                                field.getKey(), "is unknown" + MemberNames.suggestion(field.getKey(), known));
                    });
            return ProtocolCodec.decode(tree, type);
        } catch (UndecodableException e) {
            throw e.field().equals(UndecodableException.ROOT)
                    ? new ProblemException(FailureCode.INVALID_ARGUMENT, "The body " + e.why() + ".")
                    : new InvalidFieldException(e.field(), e.why());
        }
    }

    /** Reads metadata from the query of a request; an empty object if absent. */
    static ObjectNode metadata(@Nullable String json) {
        if (json == null || json.isBlank()) {
            return KnowledgeRules.metadata(ProtocolCodec.mapper().createObjectNode());
        }
        if (json.length() > LONGEST_METADATA) {
            throw new InvalidFieldException("metadata", "is too large");
        }
        try {
            return KnowledgeRules.metadata(ProtocolCodec.readTree(json));
        } catch (UndecodableException e) {
            throw new InvalidFieldException("metadata", e.why());
        }
    }

    static @Nullable String cursor(@Nullable String text) {
        try {
            return text == null ? null : KnowledgeRules.id(text, "cursor");
        } catch (InvalidFieldException e) {
            throw new InvalidFieldException("cursor", "is invalid");
        }
    }

    /** Checks the id in an address; an invalid id is answered like an unknown one. */
    static String named(String id) {
        try {
            return KnowledgeRules.id(id, "id");
        } catch (InvalidFieldException e) {
            throw ProblemException.notFound();
        }
    }
}
