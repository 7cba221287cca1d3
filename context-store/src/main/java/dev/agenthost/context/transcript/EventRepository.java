package dev.agenthost.context.transcript;

import dev.agenthost.context.eventlog.ConversationRef;
import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** Reads the events of the log: incoming events, and the facts of runs and deliveries for requests that name their types. */
public interface EventRepository {
    /** Reads a page, up to the size of one answer. */
    Uni<Slice<EventLogRecord>> page(EventsRequest request);

    Uni<Optional<EventLogRecord>> find(ConversationRef conversation, String eventId);

    /** Finds an event outside any conversation. */
    Uni<Optional<LoggedEvent>> findOutside(String workspaceId, String botId, String eventId);
}
