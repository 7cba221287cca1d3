package dev.agenthost.context.datalifecycle.http;

import dev.agenthost.context.audit.AuditRecorder;
import dev.agenthost.context.common.StoredText;
import dev.agenthost.context.datalifecycle.ExportLines;
import dev.agenthost.context.datalifecycle.ExportRepository;
import dev.agenthost.context.eventlog.ConversationScope;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.RequestCaller;
import dev.agenthost.platform.rest.http.RequiredRight;
import dev.agenthost.platform.security.AccessRight;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestMulti;
import org.jspecify.annotations.Nullable;

/**
 * Exports all stored data of a conversation of the caller's workspace as lines of JSON, including parameters and results of tools and
 * values of state. The export of an unknown conversation has no entries.
 *
 * <p>Errors: a bot or a conversation that is missing, blank or contains a NUL (400, names the parameter).
 */
@Path("/api/v1/conversations/export")
@Tag(name = "transcripts", description = "Messages and events of conversations.")
public class ExportResource {
    private static final String LINES = "application/jsonl";

    private final ExportRepository exports;
    private final AuditRecorder changes;
    private final RequestCaller caller;

    public ExportResource(ExportRepository exports, AuditRecorder changes, RequestCaller caller) {
        this.exports = exports;
        this.changes = changes;
        this.caller = caller;
    }

    /** Sends the lines in pieces; reads the next piece once the client has taken the last one. */
    @GET
    // A type that begins as that of JSON does would be made an array of.
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    @RequiredRight(AccessRight.INSPECT)
    @Operation(operationId = "exportConversation", summary = "Export a conversation, one JSON document per line")
    @APIResponse(responseCode = "200", ref = "Export")
    @APIResponse(responseCode = "400", ref = "Invalid")
    public RestMulti<byte[]> export(
            @Parameter(ref = "bot_id") @QueryParam("bot_id") @Nullable String bot,
            @Parameter(ref = "conversation_id") @QueryParam("conversation_id") @Nullable String conversation,
            @Parameter(ref = "one_thread_id") @QueryParam("thread_id") @Nullable String thread) {
        ConversationScope scope = new ConversationScope(
                caller.workspaceId(),
                required(bot, "bot_id"),
                required(conversation, "conversation_id"),
                thread == null ? null : required(thread, "thread_id"));
        Uni<Void> recorded = changes.read(
                scope.workspaceId(),
                caller.keyId(),
                "conversation.export",
                "conversation/" + scope.botId() + "/" + scope.conversationId(),
                scope.threadId() == null ? null : "thread " + scope.threadId());
        Multi<byte[]> lines = new ExportLines(scope, Instant.now())
                .of(exports.read(scope))
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
        return RestMulti.fromMultiData(recorded.onItem().transformToMulti(done -> lines))
                .header("Content-Type", LINES)
                .header("Content-Disposition", "attachment; filename=\"conversation.jsonl\"")
                .header("Cache-Control", "no-store")
                .build();
    }

    private static String required(@Nullable String text, String field) {
        if (text == null || text.isBlank()) {
            throw new ProblemException(FailureCode.INVALID_ARGUMENT, field + " is missing.", field);
        }
        if (!StoredText.fits(text)) {
            throw new ProblemException(FailureCode.INVALID_ARGUMENT, field + " " + StoredText.WHY + ".", field);
        }
        return text;
    }
}
