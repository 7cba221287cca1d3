package dev.agenthost.orchestrator.hostapi.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.run.RunView;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.store.history.StoredResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A run and one of its results, as their calls answer them, with a value in each field. */
public final class FullRuns {
    private static final Instant AT = Instant.ofEpochSecond(1795219976);
    private static final RunId RUN = RunId.parse("b39372e6-a99e-400c-ae49-f3812e0a692b");

    private FullRuns() {}

    public static ObjectNode run() {
        EventEnvelope event = ClaimedRuns.message();
        RunSession session = new RunSession(
                "c",
                RUN,
                RUN,
                1,
                ClaimedRuns.WORKSPACE,
                "bot-1",
                ClaimedRuns.PROBE,
                SdkGeneration.LATER,
                0,
                Duration.ofMinutes(1),
                event.conversationKey(),
                List.of());
        RunView view = new RunView(
                RUN,
                "0".repeat(32),
                event.eventId(),
                "bot-1",
                "conv-1",
                "thread-1",
                "running",
                1,
                ClaimedRuns.PROBE.toString(),
                "b1",
                "a1",
                AT,
                AT,
                AT,
                AT,
                "reason",
                AT,
                null);
        return AgentRuns.of(session, view, AT).put("event_id", "event");
    }

    public static ObjectNode event() {
        return RunEventCalls.item(
                RUN.toString(),
                new StoredResult(
                        new StreamPosition(1, 2),
                        "message.completed",
                        JsonNodeFactory.instance.objectNode().put("any", 1),
                        JsonNodeFactory.instance.objectNode().put("total_tokens", 6),
                        AT));
    }
}
