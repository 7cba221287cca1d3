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

/** Delays answers to runners until the requested positions are applied; after two seconds the answer is 503. */
@ApplicationScoped
public class ReadYourWritesBarrier {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Set<String> APPLIED =
            Set.of(Topics.EVENTS, Topics.RUN_RESULTS, Topics.DELIVERY_RECEIPTS, Topics.AUDIT);

    private final PositionWaiter gate;

    ReadYourWritesBarrier(PositionWaiter gate) {
        this.gate = gate;
    }

    /** Returns the answer, made once all positions are applied. */
    public <T> Uni<T> positions(List<RecordPosition> positions, Supplier<Uni<T>> answer) {
        return gate.await(known(positions), TIMEOUT).chain(applied -> switch (applied) {
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
                        "The conversation is not stored up to this position yet. Try again.",
                        "positions"),
                Duration.ofSeconds(1));
    }
}
