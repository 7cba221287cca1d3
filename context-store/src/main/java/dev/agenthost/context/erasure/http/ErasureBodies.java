package dev.agenthost.context.erasure.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.erasure.Erased;
import dev.agenthost.context.erasure.Erasure;
import dev.agenthost.context.erasure.ErasureTarget;
import dev.agenthost.context.text.StoredText;
import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Instant;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Erasures as people ask for them and see them. */
final class ErasureBodies {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String CONVERSATION = "conversation";
    private static final String ACTOR = "actor";
    private static final int LONGEST = 1000;

    private ErasureBodies() {}

    /** What is not understood is refused: an erasure of something else cannot be taken back. */
    static ErasureTarget target(byte[] body) {
        JsonNode read = read(body);
        only(read, "", Set.of(CONVERSATION, ACTOR));
        if (read.hasNonNull(CONVERSATION) == read.hasNonNull(ACTOR)) {
            throw invalid("conversation", "or actor must be said, one of them");
        }
        if (read.hasNonNull(CONVERSATION)) {
            JsonNode conversation =
                    only(read.get(CONVERSATION), CONVERSATION, Set.of("bot_id", "conversation_id", "thread_id"));
            return new ErasureTarget.Conversation(
                    required(conversation, CONVERSATION, "bot_id"),
                    required(conversation, CONVERSATION, "conversation_id"),
                    text(conversation, CONVERSATION, "thread_id"));
        }
        JsonNode actor = only(read.get(ACTOR), ACTOR, Set.of("actor_id", "bot_id"));
        return new ErasureTarget.Actor(required(actor, ACTOR, "actor_id"), text(actor, ACTOR, "bot_id"));
    }

    /** The receipt. */
    static byte[] of(Erasure erasure) {
        ObjectNode body = JSON.objectNode()
                .put("erasure_id", erasure.erasureId().toString())
                .put("status", erasure.isDone() ? "done" : "running");
        switch (erasure.target()) {
            case ErasureTarget.Conversation(String bot, String conversation, String thread) ->
                body.putObject(CONVERSATION)
                        .put("bot_id", bot)
                        .put("conversation_id", conversation)
                        .put("thread_id", thread);
            case ErasureTarget.Actor(String actor, String bot) ->
                body.putObject(ACTOR).put("actor_id", actor).put("bot_id", bot);
            case null -> {}
        }
        Instant done = erasure.doneAt();
        body.put("asked_at", erasure.askedAt().toString()).put("done_at", done == null ? null : done.toString());
        Erased erased = erasure.erased();
        body.putObject("erased")
                .put("events", erased.events())
                .put("results", erased.results())
                .put("receipts", erased.receipts())
                .put("transcript", erased.transcript())
                .put("artifacts", erased.artifacts())
                .put("artifact_bytes", erased.artifactBytes())
                .put("state", erased.state());
        body.putArray("not_erased")
                .add("records on topics, until the topics' retention")
                .add("what run-orchestrator and delivery-service keep of runs, until their own retention")
                .add("storage of plugins and workspaces")
                .add("audit entries, which hold nothing that was said");
        return ProtocolCodec.encode(body);
    }

    private static JsonNode read(byte[] body) {
        try {
            JsonNode read = ProtocolCodec.readTree(body);
            if (read.isObject()) {
                return read;
            }
        } catch (UndecodableException e) {
            // Answered below, like every other body that is none.
        }
        throw new ProblemException(FailureCode.INVALID_ARGUMENT, "The body is no JSON object.");
    }

    private static JsonNode only(JsonNode node, String at, Set<String> known) {
        if (!node.isObject()) {
            throw invalid(at, "must be an object");
        }
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                throw invalid(at.isEmpty() ? name : at + "." + name, "is no field here");
            }
        }
        return node;
    }

    private static String required(JsonNode node, String at, String name) {
        String text = text(node, at, name);
        if (text == null) {
            throw invalid(at + "." + name, "is missing");
        }
        return text;
    }

    private static @Nullable String text(JsonNode node, String at, String name) {
        JsonNode value = node.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        String text = value.textValue();
        if (text == null || text.isBlank() || text.length() > LONGEST) {
            throw invalid(at + "." + name, "must be a text of 1 to " + LONGEST + " characters");
        }
        if (!StoredText.fits(text)) {
            throw invalid(at + "." + name, StoredText.WHY);
        }
        return text;
    }

    private static ProblemException invalid(String field, String why) {
        return new ProblemException(FailureCode.INVALID_ARGUMENT, field + " " + why + ".", field);
    }
}
