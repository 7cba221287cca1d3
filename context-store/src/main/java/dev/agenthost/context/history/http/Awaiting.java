package dev.agenthost.context.history.http;

import dev.agenthost.context.offset.Applied;
import dev.agenthost.context.offset.PositionGate;
import dev.agenthost.context.offset.Positions;
import dev.agenthost.door.problem.Problem;
import dev.agenthost.door.problem.ProblemException;
import dev.agenthost.protocol.failure.FailureCode;
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
public class Awaiting {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Set<String> APPLIED =
            Set.of(Topics.EVENTS, Topics.RUN_RESULTS, Topics.DELIVERY_RECEIPTS, Topics.AUDIT);

    private final Positions gate;

    Awaiting(Positions gate) {
        this.gate = gate;
    }

    /** The answer, made once all of that is applied. */
    public <T> Uni<T> positions(List<RecordPosition> positions, Supplier<Uni<T>> answer) {
        return gate.await(known(positions), PATIENCE).chain(applied -> switch (applied) {
            case Applied.YES -> answer.get();
            case Applied.NOT_YET -> throw notYet();
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
