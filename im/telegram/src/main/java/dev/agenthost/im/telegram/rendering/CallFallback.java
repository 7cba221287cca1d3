package dev.agenthost.im.telegram.rendering;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.telegram.calls.BotApiCall;
import java.util.Locale;
import java.util.Optional;

/**
 * The plainer form of a call that Telegram refused: without the member that it refused. Telegram's words are known from its server, not
 * from its documentation.
 */
public final class CallFallback {

    private CallFallback() {}

    /**
     * Returns the call to make instead; empty if there is none, so that the call stays refused. Each fallback has one member less.
     *
     * @param description Telegram's words
     */
    public static Optional<BotApiCall> of(BotApiCall call, String description) {
        String words = description.toLowerCase(Locale.ROOT);
        if (words.contains("can't parse entities") || words.contains("entity beyond")) {
            return without(call, "entities");
        }
        if (words.contains("thread not found") || words.contains("topic_closed") || words.contains("topic_deleted")) {
            return without(call, "message_thread_id");
        }
        boolean isReply =
                words.contains("message to be replied not found") || words.contains("reply message not found");
        return isReply ? without(call, "reply_parameters") : Optional.empty();
    }

    private static Optional<BotApiCall> without(BotApiCall call, String member) {
        if (!call.parameters().has(member)) {
            return Optional.empty();
        }
        ObjectNode parameters = call.parameters().deepCopy();
        parameters.remove(member);
        return Optional.of(new BotApiCall(call.method(), parameters, call.upload()));
    }
}
