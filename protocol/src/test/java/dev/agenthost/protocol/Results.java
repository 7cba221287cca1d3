package dev.agenthost.protocol;

import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.protocol.result.RunUnanswered;
import dev.agenthost.protocol.result.UnansweredReason;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Results for tests. */
public final class Results {
    /** Epoch seconds of every result made here. */
    public static final long TIMESTAMP = 1_795_219_976L;

    public static final Instant STARTED_AT = Instant.ofEpochSecond(TIMESTAMP);

    private Results() {}

    public static MessageDelta delta(String increment) {
        return new MessageDelta(MessageChunk.assistant(increment));
    }

    public static MessageCompleted message(String text) {
        return new MessageCompleted(Message.assistant(text));
    }

    public static RunCompleted completed() {
        return new RunCompleted("stop", null);
    }

    public static RunFailed failed(FailureCode code) {
        return RunFailed.of(code, "for a test");
    }

    /** Of a bound resolution. */
    public static RunStarted started(Resolution resolution) {
        if (!(resolution.outcome() instanceof ResolutionOutcome.Bound bound)) {
            throw new IllegalArgumentException("only a bound resolution starts");
        }
        return RunStarted.of(resolution, bound.binding(), STARTED_AT);
    }

    /** The record of an event that nobody answers. */
    public static RunResults unanswered(Resolution resolution, UnansweredReason reason) {
        return record(resolution, 0, 1, RunUnanswered.of(resolution, reason, "for a test"));
    }

    /** A record of consecutive results of that attempt, the first with that sequence. */
    public static RunResults record(Resolution resolution, int attempt, long first, ResultPayload... payloads) {
        List<ResultFrame> frames = new ArrayList<>();
        for (ResultPayload payload : payloads) {
            frames.add(ResultCodec.frame(first + frames.size(), payload, TIMESTAMP, null));
        }
        EventEnvelope event = resolution.event();
        return new RunResults(
                resolution.runId(),
                attempt,
                event.workspaceId(),
                event.conversationKey().value(),
                frames);
    }
}
