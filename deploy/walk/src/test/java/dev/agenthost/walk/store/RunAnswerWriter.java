package dev.agenthost.walk.store;

import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import java.util.ArrayList;
import java.util.List;

/** Publishes the results of the run of one question, in one of the forms in which results arrive. */
record RunAnswerWriter(EventEnvelope question, RecordPosition position, EventWriter pen) {

    void atOnce() {
        write(1, 1, started(), delta(), message(), completed());
    }

    /** Publishes with a record in between that holds only deltas. */
    void inPieces() {
        write(1, 1, started(), delta());
        pen.writeDeltas(Topics.RUN_RESULTS, question.conversationKey(), results(1, 3, delta(), delta()));
        write(1, 5, message(), completed());
    }

    /** Publishes a first attempt that is cut off and whose later results come too late. */
    void begunAnew() {
        write(1, 1, started(), message());
        write(2, 1, started(), delta(), message());
        write(1, 3, message(), completed());
        write(2, 4, completed());
    }

    void publishedTwice() {
        write(1, 1, started(), message());
        write(1, 1, started(), message());
        write(1, 3, completed());
        write(1, 3, completed());
    }

    private void write(int attempt, long first, ResultPayload... payloads) {
        pen.write(Topics.RUN_RESULTS, question.conversationKey(), results(attempt, first, payloads));
    }

    private RunResults results(int attempt, long first, ResultPayload... payloads) {
        List<ResultFrame> frames = new ArrayList<>();
        for (ResultPayload payload : payloads) {
            frames.add(ResultCodec.frame(
                    first + frames.size(), payload, question.receivedAt().getEpochSecond(), null));
        }
        return new RunResults(
                RunIds.of(question.workspaceId(), question.eventId(), 0),
                attempt,
                question.workspaceId(),
                question.conversationKey().value(),
                frames);
    }

    private RunStarted started() {
        return new RunStarted(
                question.eventId(),
                question.botId(),
                question.conversationId(),
                question.threadId(),
                RunnerId.parse("plugin:agenthost/echo/default"),
                "b1",
                "a1",
                question.delivery(),
                null,
                position,
                question.receivedAt());
    }

    private MessageDelta delta() {
        return new MessageDelta(MessageChunk.assistant("re "));
    }

    private MessageCompleted message() {
        return new MessageCompleted(Message.assistant("re " + question.input().text()));
    }

    private RunCompleted completed() {
        return new RunCompleted(
                "stop", Message.assistant("re " + question.input().text()));
    }
}
