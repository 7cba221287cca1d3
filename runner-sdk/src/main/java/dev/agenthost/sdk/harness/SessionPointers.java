package dev.agenthost.sdk.harness;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.sdk.HostApi;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The pointers to a conversation's native session, stored in the conversation's state (spec 003 §4.3). They are small: the session
 * itself belongs to the harness.
 *
 * @param sessionId the harness's own id of it
 * @param workingDirectory the folder's name, never a path
 * @param checkpoint further data of the runner; null for none
 */
public record SessionPointers(
        @Nullable String sessionId,
        @Nullable String workingDirectory,
        @Nullable JsonNode checkpoint) {
    private static final String SESSION = "external.session_id";
    private static final String DIRECTORY = "external.working_directory";
    private static final String CHECKPOINT = "external.checkpoint";
    private static final int LONGEST = 512;

    public SessionPointers {
        checkpoint = Fields.nullable(checkpoint);
    }

    /** The pointers at the start of the run, from the context, without a call to the host. */
    public static SessionPointers of(AgentRunContext context) {
        Map<String, JsonNode> stored = context.state().conversation();
        return new SessionPointers(text(stored.get(SESSION)), text(stored.get(DIRECTORY)), stored.get(CHECKPOINT));
    }

    /** The session made in that folder; empty if the session belongs to another folder. */
    public Optional<String> sessionIn(String folder) {
        return folder.equals(workingDirectory) ? Optional.ofNullable(sessionId) : Optional.empty();
    }

    /** The current pointers: an earlier turn may have changed them since the context was built. */
    public static SessionPointers now(AgentRunContext context, HostApi api) {
        if (!context.context().availableApis().state()) {
            return of(context);
        }
        return new SessionPointers(
                text(api.stateGet(StateScope.CONVERSATION, SESSION).orElse(null)),
                text(api.stateGet(StateScope.CONVERSATION, DIRECTORY).orElse(null)),
                api.stateGet(StateScope.CONVERSATION, CHECKPOINT).orElse(null));
    }

    /** Stores changed pointers; does nothing if the run may not store state. */
    public void store(SessionPointers before, AgentRunContext context, HostApi api) {
        if (!context.context().availableApis().state()) {
            return;
        }
        store(api, DIRECTORY, node(before.workingDirectory), node(workingDirectory));
        store(api, SESSION, node(before.sessionId), node(sessionId));
        store(api, CHECKPOINT, before.checkpoint, checkpoint);
    }

    private static void store(HostApi api, String key, @Nullable JsonNode before, @Nullable JsonNode now) {
        if (now != null && !now.equals(before)) {
            api.stateSet(StateScope.CONVERSATION, key, now);
        } else if (now == null && before != null) {
            api.stateDelete(StateScope.CONVERSATION, key);
        }
    }

    private static @Nullable JsonNode node(@Nullable String text) {
        return text == null ? null : TextNode.valueOf(text);
    }

    private static @Nullable String text(@Nullable JsonNode value) {
        String text = value == null ? null : value.textValue();
        return text == null || text.isBlank() || text.length() > LONGEST ? null : text;
    }
}
