package dev.agenthost.orchestrator.hostapi.audit;

import dev.agenthost.orchestrator.session.RunSession;
import dev.agenthost.orchestrator.session.Sessions;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.ConversationKey;
import org.jspecify.annotations.Nullable;

/**
 * Who called, as far as it is known.
 *
 * @param workspaceId {@code *} where it is nobody's in particular
 * @param runId the run that it calls for; null where it names none
 * @param runnerId null where its connection has several, and it names no run
 * @param plugin {@code author/name}; null as well
 */
public record Caller(
        ConversationKey key,
        String workspaceId,
        @Nullable RunId runId,
        @Nullable String runnerId,
        @Nullable String plugin) {
    /** Of no workspace, or of one that is not known. */
    public static final String NO_WORKSPACE = "*";

    public static Caller of(RunSession session) {
        return new Caller(
                session.conversationKey(),
                session.workspaceId(),
                session.runId(),
                session.runnerId().toString(),
                session.runnerId().plugin());
    }

    public static Caller of(Sessions.Ended run) {
        return new Caller(
                run.conversationKey(),
                run.workspaceId(),
                run.runId(),
                run.runnerId().toString(),
                run.runnerId().plugin());
    }

    /** Whoever is at the other end of a connection. */
    public static Caller of(String workspaceId, @Nullable String runnerId, @Nullable String plugin) {
        return new Caller(
                new ConversationKey(PercentEncoding.encode(workspaceId)), workspaceId, null, runnerId, plugin);
    }

    /** The same caller, for that run. */
    public Caller callingFor(@Nullable RunId run) {
        return new Caller(key, workspaceId, run, runnerId, plugin);
    }
}
