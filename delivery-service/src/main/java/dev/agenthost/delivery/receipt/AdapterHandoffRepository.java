package dev.agenthost.delivery.receipt;

import dev.agenthost.delivery.send.SendKey;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The parts that adapters were given. */
public interface AdapterHandoffRepository {

    /** A part that this adapter was given, or may have been given, whatever became of it since; empty for every other. */
    Uni<Optional<AdapterHandoff>> find(SendKey key, String adapter);

    /** Parts without a receipt for that long, oldest first. */
    Uni<List<AdapterHandoff>> silent(Duration forThatLong, int limit);

    /**
     * Ends a part, with the complete receipt, also one whose handing over was not recorded yet: who tells of it has it.
     *
     * @return false when it has ended before: the first word counts
     */
    Uni<Boolean> close(AdapterHandoff part, SendOutcome outcome);
}
