package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.drive.Ending;
import dev.agenthost.orchestrator.drive.Produced;
import dev.agenthost.orchestrator.result.ResultIntake;
import dev.agenthost.orchestrator.result.Taken;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is taken out of a run's mailbox at once: results to hand on, then one effect or the ending, if there is one.
 *
 * @param closedByRunner the ending is a result's or the stream's, which closes what is open itself
 */
record Turn(
        List<Produced> results,
        Taken.@Nullable Applies effect,
        @Nullable Ending ending,
        boolean closedByRunner,
        List<String> warnings) {
    /** Results handed on at once. */
    private static final int MOST_AT_ONCE = 256;

    static Turn take(Mailbox mailbox, ResultIntake intake) {
        List<Produced> results = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        while (results.size() < MOST_AT_ONCE) {
            Arrival arrival = mailbox.take().orElse(null);
            if (arrival == null) {
                break;
            }
            if (arrival instanceof Arrival.Lost lost) {
                return new Turn(results, null, new Ending.RunnerLost(lost.why()), false, warnings);
            }
            Taken taken = taken(intake, arrival);
            warnings.addAll(taken.warnings());
            switch (taken) {
                case Taken.Passes passes -> results.addAll(passes.results());
                case Taken.Applies applies -> {
                    return new Turn(results, applies, null, false, warnings);
                }
                case Taken.Ends ends -> {
                    results.addAll(ends.before());
                    return new Turn(results, null, ends.ending(), true, warnings);
                }
            }
        }
        return new Turn(results, null, null, false, warnings);
    }

    private static Taken taken(ResultIntake intake, Arrival arrival) {
        return switch (arrival) {
            case Arrival.Result result -> intake.take(result.tree(), result.oversized());
            case Arrival.StreamEnd end -> intake.streamEnded();
            case Arrival.StreamFailed failed -> intake.streamFailed(failed.message(), failed.data());
            case Arrival.Overflow overflow -> intake.overflowed();
            case Arrival.Lost lost -> throw new IllegalStateException("a loss is no result");
        };
    }

    boolean isEmpty() {
        return results.isEmpty() && effect == null && ending == null;
    }
}
