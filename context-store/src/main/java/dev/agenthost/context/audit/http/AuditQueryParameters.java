package dev.agenthost.context.audit.http;

import dev.agenthost.context.audit.AuditFilter;
import dev.agenthost.context.common.StoredText;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import jakarta.ws.rs.QueryParam;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** Query parameters that select audit entries; each breach is a 400 that names the parameter. */
public class AuditQueryParameters {
    @QueryParam("run_id")
    @Parameter(ref = "audit_run_id")
    @Nullable
    String run;

    @QueryParam("bot_id")
    @Parameter(description = "The id of the bot of the conversation. Requires conversation_id. Default: all bots.")
    @Nullable
    String bot;

    @QueryParam("conversation_id")
    @Parameter(
            description =
                    "Only entries of runs of this conversation, in all its threads. Requires bot_id. Default: all conversations.")
    @Nullable
    String conversation;

    @QueryParam("kind")
    @Parameter(description = "Only entries with this action. Default: all actions.")
    @Nullable
    String kind;

    AuditFilter filter(String workspaceId) {
        return new AuditFilter(workspaceId, run(), within(), kind == null ? null : name(kind, "kind"));
    }

    private @Nullable UUID run() {
        if (run == null) {
            return null;
        }
        try {
            UUID id = UUID.fromString(run);
            if (id.toString().equalsIgnoreCase(run)) {
                return id;
            }
        } catch (IllegalArgumentException e) {
            // Answered below, like every other invalid id.
        }
        throw wrong("run_id", "run_id is no id of a run.");
    }

    private AuditFilter.@Nullable Conversation within() {
        if (conversation != null && bot == null) {
            throw wrong("bot_id", "conversation_id needs the bot_id whose it is.");
        }
        if (bot != null && conversation == null) {
            throw wrong("conversation_id", "bot_id needs the conversation_id that is meant.");
        }
        return bot == null || conversation == null
                ? null
                : new AuditFilter.Conversation(name(bot, "bot_id"), name(conversation, "conversation_id"));
    }

    private static String name(String text, String field) {
        if (text.isBlank()) {
            throw wrong(field, field + " is empty.");
        }
        if (!StoredText.fits(text)) {
            throw wrong(field, field + " " + StoredText.WHY + ".");
        }
        return text;
    }

    private static ProblemException wrong(String field, String why) {
        return new ProblemException(FailureCode.INVALID_ARGUMENT, why, field);
    }
}
