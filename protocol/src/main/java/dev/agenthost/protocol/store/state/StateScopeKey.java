package dev.agenthost.protocol.store.state;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.id.RunnerId;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a set of state values, always within one bot, binding and runner.
 *
 * @param subject the scope's own id: {@link #conversation} for a conversation, {@link #typed} for an actor or a
 *     subject, empty for runner, binding and workspace
 */
public record StateScopeKey(StateScope scope, String botId, String bindingId, RunnerId runnerId, String subject) {
    public StateScopeKey {
        Fields.required(scope, "scope");
        Fields.text(botId, "bot_id");
        Fields.text(bindingId, "binding_id");
        Fields.required(runnerId, "runner_id");
        subject = Fields.or(subject, "");
    }

    /** Returns the subject of an actor's or a subject's state: type and id, percent-encoded. A user and a bot may share an id. */
    public static String typed(String type, String id) {
        return PercentEncoding.encode(type) + "/" + PercentEncoding.encode(id);
    }

    /** Returns the subject of a conversation's state: conversation and thread, percent-encoded. */
    public static String conversation(String conversationId, @Nullable String threadId) {
        return PercentEncoding.encode(conversationId) + "/"
                + (threadId == null ? "" : PercentEncoding.encode(threadId));
    }
}
