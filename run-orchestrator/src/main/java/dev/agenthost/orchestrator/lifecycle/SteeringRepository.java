package dev.agenthost.orchestrator.lifecycle;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Set;

/** Messages that wait while a run is active. Each attempt receives each message once; a repeated operation receives the same messages. */
public interface SteeringRepository {
    /**
     * Reads the messages that wait in the target's conversation, in the order of their turns. Omits those that another operation of this
     * attempt received.
     *
     * @param mostBytes the size at which reading stops
     */
    Uni<List<WaitingMessage>> waiting(SteeringTarget into, String operation, int most, long mostBytes);

    /** Delivers the messages that still wait, if the attempt runs and its run has no cancellation. Returns the delivered ones. */
    Uni<Set<SteeredMessage>> deliver(SteeringTarget into, String operation, List<Injection> injections);

    /** Undoes an operation without a response. An operation that is still pending then delivers nothing. */
    Uni<Void> returnMessages(SteeringTarget into, String operation);
}
