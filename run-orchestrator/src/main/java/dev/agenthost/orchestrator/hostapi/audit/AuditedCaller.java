package dev.agenthost.orchestrator.hostapi.audit;

import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSessionRegistry;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.ConversationKey;
import org.jspecify.annotations.Nullable;

/**
 * A caller of the host API.
 *
 * @param workspaceId {@code *} if the caller belongs to no single workspace
 * @param runId the run that the call names; null if it names none
 * @param runnerId null if the connection has several runners and the call names no run
 * @param plugin {@code author/name}; null if the connection has several plugins and the call names no run
 */
public record AuditedCaller(
        ConversationKey key,
        String workspaceId,
        @Nullable RunId runId,
        @Nullable String runnerId,
        @Nullable String plugin) {
    /** The workspace id of a caller without a single known workspace. */
    public static final String NO_WORKSPACE = "*";

    public static AuditedCaller of(RunSession session) {
        return new AuditedCaller(
                session.conversationKey(),
                session.workspaceId(),
                session.runId(),
                session.runnerId().toString(),
                session.runnerId().plugin());
    }

    public static AuditedCaller of(RunSessionRegistry.Ended run) {
        return new AuditedCaller(
                run.conversationKey(),
                run.workspaceId(),
                run.runId(),
                run.runnerId().toString(),
                run.runnerId().plugin());
    }

    /** Returns the caller at the other end of a connection, without a run. */
    public static AuditedCaller of(String workspaceId, @Nullable String runnerId, @Nullable String plugin) {
        return new AuditedCaller(ConversationKey.ofWorkspace(workspaceId), workspaceId, null, runnerId, plugin);
    }

    /** Returns the same caller with another run. */
    public AuditedCaller callingFor(@Nullable RunId run) {
        return new AuditedCaller(key, workspaceId, run, runnerId, plugin);
    }
}
