package dev.agenthost.orchestrator.result;

import dev.agenthost.orchestrator.drive.Ending;
import dev.agenthost.orchestrator.drive.Produced;
import java.util.List;

/** What becomes of one thing that came from a runner. Warnings are for operators and quote nothing that was said. */
public sealed interface Taken {
    List<String> warnings();

    /** Goes on as it is; nothing at all where it was dropped. */
    record Passes(List<Produced> results, List<String> warnings) implements Taken {}

    /**
     * Goes on once its effect was applied.
     *
     * @param result as the runner said it; of an artifact only its time and usage are kept
     * @param ordinal names the effect within the attempt, so that a repetition does nothing
     */
    record Applies(Effect effect, long ordinal, Produced result, List<String> warnings) implements Taken {}

    /** The last of the run. */
    record Ends(List<Produced> before, Ending ending, List<String> warnings) implements Taken {}

    static Taken dropped(String why) {
        return new Passes(List.of(), List.of(why));
    }
}
