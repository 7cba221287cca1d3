package dev.agenthost.orchestrator.hostapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.drive.RunLookup;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.protocol.failure.FailureCode;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code run_get}: a run asks for itself, which is how a polite runner learns that it was cancelled (WIRE §5.4). */
final class RunCalls {
    private final RunLookup lookup;

    RunCalls(RunLookup lookup) {
        this.lookup = lookup;
    }

    static boolean asksForItself(RunSession session, JsonNode data) {
        String target = data.path("target_run_id").asText("");
        return target.isEmpty()
                || target.equals("null")
                || target.equals(session.seenRunId().toString());
    }

    Uni<Answer> get(RunSession session, JsonNode data, Instant now) {
        if (!asksForItself(session, data)) {
            return Uni.createFrom().item(Answer.refused(FailureCode.NOT_FOUND, "Run not found"));
        }
        return lookup.find(session.workspaceId(), session.runId())
                .map(found -> found.<Answer>map(view -> new Answer.Served(run(session, view, now)))
                        .orElseGet(() -> Answer.refused(FailureCode.NOT_FOUND, "Run not found")));
    }

    /** The peer's {@code AgentRun}; times are epoch seconds. */
    private static ObjectNode run(RunSession session, RunView view, Instant now) {
        Instant cancelled = view.cancelRequestedAt();
        ObjectNode run = JsonNodeFactory.instance.objectNode();
        run.put("run_id", session.seenRunId().toString());
        run.put("event_id", view.eventId() == null ? null : view.eventId().toString());
        run.put("agent_id", view.agentId());
        run.put("binding_id", view.bindingId());
        run.put("runner_id", session.runnerId().toString());
        run.put("conversation_id", view.conversationId());
        run.put("thread_id", view.threadId());
        run.put("workspace_id", session.workspaceId());
        run.put("bot_id", view.botId());
        run.put("status", status(view));
        run.put("status_reason", view.cancelReason());
        run.put("created_at", seconds(view.admittedAt()));
        run.put("started_at", seconds(view.claimedAt()));
        run.put("finished_at", seconds(view.endedAt()));
        run.put("deadline_at", seconds(view.deadlineAt()));
        run.put(
                "cancel_requested_at",
                seconds(cancelled == null && session.cancelled().isPresent() ? now : cancelled));
        run.putObject("metadata");
        return run;
    }

    private static String status(RunView view) {
        RunView.Outcome outcome = view.outcome();
        if (outcome == null) {
            return view.state().equals("running") ? "running" : "queued";
        }
        if (FailureCode.CANCELLED.wire().equals(outcome.code())) {
            return "cancelled";
        }
        return outcome.type().equals("run.completed") ? "completed" : "failed";
    }

    private static @Nullable Long seconds(@Nullable Instant time) {
        return time == null ? null : time.getEpochSecond();
    }
}
