package dev.agenthost.protocol.result;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.json.WireName;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A runner's question to a person: the payload of {@code action.requested} with action {@value #ACTION} (LangBot's later shape). The
 * host asks it, and the response is the event {@code interaction.submitted}.
 *
 * @param interactionId unique in its run, at most 255 characters
 * @param title the question, at most 1,000 characters
 * @param description at most 10,000 characters
 * @param fields at most {@value #MOST_FIELDS}
 * @param actions the buttons that submit the response, at most {@value #MOST_ACTIONS}
 * @param expiresAt epoch seconds until which a response is accepted; null for the host's default
 * @param fallbackText the question for a surface that can show neither fields nor buttons, at most 20,000 characters
 */
public record InteractionRequest(
        String interactionId,
        Kind kind,
        String title,
        @Nullable String description,
        List<InteractionField> fields,
        List<InteractionAction> actions,
        @Nullable Long expiresAt,
        String fallbackText) {
    /** The action of the result that contains a question. */
    public static final String ACTION = "interaction.requested";

    static final int MOST_FIELDS = 50;
    /** Most buttons of a question. */
    public static final int MOST_ACTIONS = 20;

    /** The form in which a surface shows the question. */
    public enum Kind implements WireName {
        FORM,
        CONFIRMATION,
        CHOICE
    }

    public InteractionRequest {
        Fields.text(interactionId, 255, "interaction_id");
        kind = Fields.or(kind, Kind.FORM);
        Fields.text(title, 1000, "title");
        if (description != null && description.length() > 10_000) {
            throw new InvalidFieldException("description", "must have at most 10000 characters");
        }
        fields = Fields.list(fields, MOST_FIELDS, "fields");
        actions = Fields.list(actions, MOST_ACTIONS, "actions");
        Fields.text(fallbackText, 20_000, "fallback_text");
        if (fields.isEmpty() && actions.isEmpty()) {
            throw new InvalidFieldException("actions", "must name at least one action where there are no fields");
        }
        distinct(fields.stream().map(InteractionField::id), "fields");
        distinct(actions.stream().map(InteractionAction::id), "actions");
    }

    /** Reads the payload of a result. The error names the field. */
    public static InteractionRequest read(@Nullable JsonNode payload) throws UndecodableException {
        if (payload == null) {
            throw new UndecodableException("payload", "is missing");
        }
        return ProtocolCodec.decode(payload, InteractionRequest.class);
    }

    /** Returns the same question with a time limit, in epoch seconds. */
    public InteractionRequest expiring(long at) {
        return new InteractionRequest(interactionId, kind, title, description, fields, actions, at, fallbackText);
    }

    static void distinct(Stream<String> ids, String field) {
        List<String> all = ids.toList();
        if (all.stream().distinct().count() < all.size()) {
            throw new InvalidFieldException(field, "must not contain an id twice");
        }
    }
}
