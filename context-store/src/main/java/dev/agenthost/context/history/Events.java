package dev.agenthost.context.history;

import dev.agenthost.context.conversation.ConversationRef;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Where the events of the log are read. What runs made of them is not among them. */
public interface Events {
    /** As far as one answer has room. */
    Uni<Slice<LoggedEvent>> page(EventsRequest request);

    Uni<Optional<LoggedEvent>> find(ConversationRef conversation, String eventId);

    /** One that belongs to no conversation. */
    Uni<Optional<LoggedEvent>> findOutside(String workspaceId, String botId, String eventId);
}
