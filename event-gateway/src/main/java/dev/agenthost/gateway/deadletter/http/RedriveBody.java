package dev.agenthost.gateway.deadletter.http;

import dev.agenthost.gateway.deadletter.DeadLetterFilter;
import dev.agenthost.gateway.deadletter.DeadLetterScope;
import dev.agenthost.gateway.deadletter.DeadLetterTopic;
import dev.agenthost.gateway.deadletter.PositionRange;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request to redrive.
 *
 * @param dryRun absent for true: a request that forgets it changes nothing
 */
record RedriveBody(
        @Nullable String reason,
        List<String> positions,
        @Nullable Boolean dryRun,
        @Nullable Boolean repeat) {
    private static final int MOST_POSITIONS = 100;

    RedriveBody {
        positions = Fields.list(positions, "positions");
        if (positions.size() > MOST_POSITIONS) {
            throw new InvalidFieldException("positions", "has more than " + MOST_POSITIONS + " elements");
        }
    }

    boolean isDryRun() {
        return dryRun == null || dryRun;
    }

    boolean isRepeat() {
        return repeat != null && repeat;
    }

    DeadLetterFilter filter(DeadLetterTopic topic, DeadLetterScope scope) {
        return new DeadLetterFilter(
                scope,
                reason,
                null,
                positions.stream()
                        .map(position -> PositionRange.parse(position, topic, "positions"))
                        .toList());
    }
}
