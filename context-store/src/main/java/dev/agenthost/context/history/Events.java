package dev.agenthost.context.history;

import dev.agenthost.context.conversation.ConversationRef;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Where the events of the log are read: what came in, and where its type is asked for, what runs did and what became of deliveries. */
public interface Events {
    /** As far as one answer has room. */
    Uni<Slice<Logged>> page(EventsRequest request);

    Uni<Optional<Logged>> find(ConversationRef conversation, String eventId);

    /** One that belongs to no conversation. */
    Uni<Optional<LoggedEvent>> findOutside(String workspaceId, String botId, String eventId);
}
