package dev.agenthost.orchestrator.lifecycle;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Set;

/** Messages that wait while a run is active. Each is handed once to each attempt; an operation that is repeated gets the same. */
public interface SteeringRepository {
    /**
     * Reads the messages that wait in the target's conversation, in the order of their turns, without those that this attempt has taken in
     * another operation.
     *
     * @param mostBytes beyond which no further one is read
     */
    Uni<List<WaitingMessage>> waiting(SteeringTarget into, String operation, int most, long mostBytes);

    /** Takes those that still wait, while the attempt still runs and nobody wants it to end. Answers which. */
    Uni<Set<SteeredMessage>> deliver(SteeringTarget into, String operation, List<Injection> injections);

    /** Undoes an operation that was never answered, also one that is not done yet: it takes nothing any more. */
    Uni<Void> returnMessages(SteeringTarget into, String operation);
}
