package dev.agenthost.context.run;

import dev.agenthost.protocol.result.StreamPosition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a run's results were applied. What is not after the highest position is a repetition or of a superseded attempt;
 * after the end nothing follows.
 *
 * @param eventId the event that the run answers, once its start was seen
 * @param said fingerprints of what the current attempt said, for a final message that only says it again
 */
public record RunMark(
        StreamPosition position, boolean ended, @Nullable String eventId, List<String> said) {
    /** Of a run of which nothing was applied. */
    public static final RunMark NONE = new RunMark(StreamPosition.NONE, false, null, List.of());

    /** How many messages of an attempt are remembered; who says more may be heard saying one twice. */
    static final int REMEMBERED = 64;

    public RunMark {
        said = List.copyOf(said);
    }

    boolean admits(StreamPosition next) {
        return !ended && next.isAfter(position);
    }

    /** A later attempt starts with nothing said. */
    RunMark at(StreamPosition next, boolean terminal) {
        return new RunMark(next, terminal, eventId, next.attempt() == position.attempt() ? said : List.of());
    }

    RunMark answering(String event) {
        return new RunMark(position, ended, event, said);
    }

    RunMark saying(String fingerprint) {
        List<String> more = new ArrayList<>(said);
        more.add(fingerprint);
        return new RunMark(position, ended, eventId, more.subList(Math.max(0, more.size() - REMEMBERED), more.size()));
    }
}
