package dev.agenthost.context.datalifecycle.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.common.StoredText;
import dev.agenthost.context.datalifecycle.Erasure;
import dev.agenthost.context.datalifecycle.ErasureReceipt;
import dev.agenthost.context.datalifecycle.ErasureTarget;
import dev.agenthost.platform.rest.http.RequestBodyReader;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads and writes the JSON of erasures. */
final class ErasureBodies {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String CONVERSATION = "conversation";
    private static final String ACTOR = "actor";
    private static final int LONGEST = 1000;

    private ErasureBodies() {}

    record Written(
            @Nullable OfConversation conversation, @Nullable OfActor actor) {}

    record OfConversation(
            @Nullable String botId,
            @Nullable String conversationId,
            @Nullable String threadId) {}

    record OfActor(@Nullable String actorId, @Nullable String botId) {}

    /** Reads the target of an erasure; refuses unknown fields, because an erasure of the wrong target cannot be undone. */
    static ErasureTarget target(byte[] body) {
        Written written = RequestBodyReader.read(body, Written.class);
        OfConversation conversation = written.conversation();
        OfActor actor = written.actor();
        if (conversation != null && actor == null) {
            return new ErasureTarget.Conversation(
                    required(conversation.botId(), "conversation.bot_id"),
                    required(conversation.conversationId(), "conversation.conversation_id"),
                    text(conversation.threadId(), "conversation.thread_id"));
        }
        if (actor != null && conversation == null) {
            return new ErasureTarget.Actor(
                    required(actor.actorId(), "actor.actor_id"), text(actor.botId(), "actor.bot_id"));
        }
        throw RequestBodyReader.invalid(CONVERSATION, "or actor must be present, exactly one of them");
    }

    /** Writes the receipt. */
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
        body.put("asked_at", erasure.requestedAt().toString()).put("done_at", done == null ? null : done.toString());
        ErasureReceipt erased = erasure.erased();
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
                .add(
                        "ids and outcomes of runs in run-orchestrator, and what delivery-service stores of runs, until their own retention")
                .add("storage of plugins and workspaces")
                .add("audit entries, which contain no messages");
        return ProtocolCodec.encode(body);
    }

    private static String required(@Nullable String value, String field) {
        String text = text(value, field);
        if (text == null) {
            throw RequestBodyReader.invalid(field, "is missing");
        }
        return text;
    }

    private static @Nullable String text(@Nullable String value, String field) {
        if (value != null && (value.isBlank() || value.length() > LONGEST)) {
            throw RequestBodyReader.invalid(field, "must be a text of 1 to " + LONGEST + " characters");
        }
        if (value != null && !StoredText.fits(value)) {
            throw RequestBodyReader.invalid(field, StoredText.WHY);
        }
        return value;
    }
}
