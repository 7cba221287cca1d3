package dev.agenthost.context.transcript.http;

import dev.agenthost.context.eventlog.PositionGate;
import dev.agenthost.context.eventlog.PositionWaitOutcome;
import dev.agenthost.context.eventlog.PositionWaiter;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Answers of runners' questions lack nothing that stands at the positions: they wait for it, and after two seconds say 503. */
@ApplicationScoped
public class ReadYourWritesBarrier {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Set<String> APPLIED =
            Set.of(Topics.EVENTS, Topics.RUN_RESULTS, Topics.DELIVERY_RECEIPTS, Topics.AUDIT);

    private final PositionWaiter gate;

    ReadYourWritesBarrier(PositionWaiter gate) {
        this.gate = gate;
    }

    /** The answer, made once all of that is applied. */
    public <T> Uni<T> positions(List<RecordPosition> positions, Supplier<Uni<T>> answer) {
        return gate.await(known(positions), PATIENCE).chain(applied -> switch (applied) {
            case PositionWaitOutcome.YES -> answer.get();
            case PositionWaitOutcome.NOT_YET -> throw notYet();
        });
    }

    private static List<RecordPosition> known(List<RecordPosition> positions) {
        for (RecordPosition position : positions) {
            if (!APPLIED.contains(position.topic()) || position.partition() >= Topics.PARTITIONS) {
                throw new ProblemException(
                        FailureCode.INVALID_ARGUMENT,
                        "Nothing of " + position.topic() + " is applied here.",
                        "positions");
            }
        }
        return List.copyOf(PositionGate.highest(positions));
    }

    private static ProblemException notYet() {
        return new ProblemException(
                Problem.withStatus(
                        503,
                        FailureCode.RUNTIME_ERROR,
                        "The conversation is not stored up to there yet. Try again.",
                        "positions"),
                Duration.ofSeconds(1));
    }
}
