package dev.agenthost.context.transcript;

import dev.agenthost.context.eventlog.ConversationRef;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Where the events of the log are read: what came in, and where its type is asked for, what runs did and what became of deliveries. */
public interface EventRepository {
    /** As far as one answer has room. */
    Uni<Slice<EventLogRecord>> page(EventsRequest request);

    Uni<Optional<EventLogRecord>> find(ConversationRef conversation, String eventId);

    /** One that belongs to no conversation. */
    Uni<Optional<LoggedEvent>> findOutside(String workspaceId, String botId, String eventId);
}
