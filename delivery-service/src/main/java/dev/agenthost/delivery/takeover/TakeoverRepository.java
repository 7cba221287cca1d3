package dev.agenthost.delivery.takeover;

import dev.agenthost.delivery.send.Destination;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Stores takeovers. Each change is one transaction with its record of {@code agent.takeovers} and its audit entry. */
public interface TakeoverRepository {

    /**
     * Starts a takeover, or gives one of the same operator another end. After it no send of the agent to these destinations is claimed, and
     * no further call of a claimed one begins.
     */
    Uni<StartOutcome> start(
            ConversationAddress conversation,
            List<Destination> destinations,
            Takeover.Operator operator,
            Instant until);

    /** Returns the number of calls of the agent that began before the takeover and have not ended. */
    Uni<Integer> callsUnderWay(ConversationKey conversation);

    /** Finds the latest takeover of a conversation, active or ended. */
    Uni<Optional<Takeover>> find(ConversationAddress conversation);

    /**
     * Lists the active takeovers of a workspace by conversation key.
     *
     * @param after the last key of the page before; null for the first page
     */
    Uni<List<Takeover>> active(String workspaceId, @Nullable String after, int limit);

    /** Returns the keys of all conversations that are taken over. */
    Uni<Set<String>> activeKeys();

    /**
     * Ends a takeover; an ended one stays as it is.
     *
     * @return false if the conversation was never taken over
     */
    Uni<Boolean> end(ConversationAddress conversation, Takeover.Operator by);

    /** Records the end of takeovers whose time has passed. Returns their number. */
    Uni<Integer> expire();

    /** The outcome of a start. */
    sealed interface StartOutcome {
        /** The operator has the conversation. */
        record Started(Takeover takeover) implements StartOutcome {}

        /** Another operator has the conversation. */
        record HeldByOther(Takeover takeover) implements StartOutcome {}
    }
}
