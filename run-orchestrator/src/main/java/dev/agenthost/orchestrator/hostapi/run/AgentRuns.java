package dev.agenthost.orchestrator.hostapi.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.RunUsage;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Converts a run to {@code AgentRun} of LangBot's wire protocol; times are epoch seconds. */
final class AgentRuns {
    private AgentRuns() {}

    /** Converts a run that is no delegated one. */
    static ObjectNode of(RunSession session, RunView view, Instant now) {
        return of(session, view, null, now);
    }

    /**
     * Converts a run.
     *
     * @param session the session whose own run is named by the id that its runner has
     * @param usage the used part of the task of a delegated run; null for any other run
     */
    static ObjectNode of(RunSession session, RunView view, @Nullable RunUsage usage, Instant now) {
        boolean own = view.runId().equals(session.runId());
        Instant cancelled = view.cancelRequestedAt();
        ObjectNode run = JsonNodeFactory.instance.objectNode();
        run.put("run_id", (own ? session.seenRunId() : view.runId()).toString());
        run.put("event_id", view.eventId() == null ? null : view.eventId().toString());
        run.put("agent_id", view.agentId());
        run.put("binding_id", view.bindingId());
        run.put("runner_id", view.runnerId() == null ? null : view.runnerId());
        run.put("conversation_id", view.conversationId());
        run.put("thread_id", view.threadId());
        run.put("workspace_id", session.workspaceId());
        run.put("bot_id", view.botId());
        run.put("status", view.status().wire());
        run.put("status_reason", reason(view));
        run.put("created_at", seconds(view.admittedAt()));
        run.put("started_at", seconds(view.claimedAt()));
        run.put("finished_at", seconds(view.endedAt()));
        run.put("deadline_at", seconds(view.deadlineAt()));
        run.put(
                "cancel_requested_at",
                seconds(cancelled == null && own && session.cancelled().isPresent() ? now : cancelled));
        ObjectNode metadata = run.putObject("metadata");
        if (usage != null) {
            metadata.set("usage", ProtocolCodec.tree(usage));
        }
        RunView.Outcome outcome = view.outcome();
        if (outcome != null) {
            metadata.putObject("outcome")
                    .put("type", outcome.type())
                    .put("code", outcome.code())
                    .put("sentence", outcome.sentence());
        }
        return run;
    }

    /** The reason of a cancellation, else what the host states about a failure or about an event that no agent answers. */
    private static @Nullable String reason(RunView view) {
        RunView.Outcome outcome = view.outcome();
        return view.cancelReason() != null || outcome == null ? view.cancelReason() : outcome.sentence();
    }

    private static @Nullable Long seconds(@Nullable Instant time) {
        return time == null ? null : time.getEpochSecond();
    }
}
