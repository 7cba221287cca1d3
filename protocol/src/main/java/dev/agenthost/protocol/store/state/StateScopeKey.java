package dev.agenthost.protocol.store.state;

import dev.agenthost.protocol.field.Fields;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.id.RunnerId;
import org.jspecify.annotations.Nullable;

/**
 * Whose state: it never leaves its bot, binding and runner.
 *
 * @param subject the scope's own id: {@link #conversation} for a conversation, the actor's or subject's id, empty for
 *     runner, binding and workspace
 */
public record StateScopeKey(StateScope scope, String botId, String bindingId, RunnerId runnerId, String subject) {
    public StateScopeKey {
        Fields.required(scope, "scope");
        Fields.text(botId, "bot_id");
        Fields.text(bindingId, "binding_id");
        Fields.required(runnerId, "runner_id");
        subject = Fields.or(subject, "");
    }

    /** The subject of a conversation's state: conversation and thread, percent-encoded. */
    public static String conversation(String conversationId, @Nullable String threadId) {
        return PercentEncoding.encode(conversationId) + "/"
                + (threadId == null ? "" : PercentEncoding.encode(threadId));
    }
}
