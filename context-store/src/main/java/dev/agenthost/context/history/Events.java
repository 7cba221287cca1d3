package dev.agenthost.context.history;

import dev.agenthost.context.conversation.ConversationRef;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** Where the events of the log are read. What runs made of them is not among them. */
public interface Events {
    /** Up to one event more than the limit. */
    Uni<List<LoggedEvent>> page(EventsRequest request);

    Uni<Optional<LoggedEvent>> find(ConversationRef conversation, String eventId);

    /** One that belongs to no conversation. */
    Uni<Optional<LoggedEvent>> findOutside(String workspaceId, String botId, String eventId);
}
