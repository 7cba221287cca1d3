package dev.agenthost.context.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.Cursors;
import dev.agenthost.context.eventlog.Redaction;
import dev.agenthost.context.eventlog.TranscriptPosition;
import dev.agenthost.protocol.hostapi.AgentEventRecord;
import dev.agenthost.protocol.hostapi.EventPage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Maps events to the form for runners (spec 000 §8): actor, type, place, and the beginning of the text. */
public final class EventRecords {
    /** Length of an input's summary, in characters. */
    static final int SUMMARY = 200;

    private final Cursors cursors;
    private final Cursors transcript;

    /**
     * @param cursors cursors of events, which are invalid for transcripts
     * @param transcript cursors of the transcript, which lead to the whole text
     */
    public EventRecords(Cursors cursors, Cursors transcript) {
        this.cursors = cursors;
        this.transcript = transcript;
    }

    /** @param events newest first */
    public EventPage page(EventsRequest request, Slice<? extends EventLogRecord> events) {
        List<AgentEventRecord> items = events.items().stream()
                .map(logged -> record(request.conversation(), logged))
                .toList();
        return new EventPage(
                items,
                events.hasMore() ? items.getLast().cursor() : null,
                items.isEmpty() ? null : items.getFirst().cursor(),
                events.hasMore(),
                null);
    }

    /** Maps an event of a conversation. */
    public AgentEventRecord record(ConversationRef conversation, EventLogRecord logged) {
        return switch (logged) {
            case LoggedEvent event -> event(conversation, event);
            case LoggedFact fact ->
                FactRecords.of(conversation, fact, cursors.sign(conversation, TranscriptPosition.at(fact.seq())));
        };
    }

    /** Maps an event outside any conversation. */
    public AgentEventRecord outside(LoggedEvent event) {
        return event(null, event);
    }

    private AgentEventRecord event(@Nullable ConversationRef conversation, LoggedEvent event) {
        JsonNode envelope = event.envelope();
        JsonNode actor = envelope.path("actor");
        JsonNode subject = envelope.path("subject");
        String text = text(envelope.at("/input/text"));
        Long seq = event.seq();
        return new AgentEventRecord(
                envelope.path("event_id").asText(),
                envelope.path("event_type").asText(),
                number(envelope.path("event_time")),
                envelope.path("source").asText(),
                text(envelope.path("bot_id")),
                text(envelope.path("workspace_id")),
                text(envelope.path("conversation_id")),
                text(envelope.path("thread_id")),
                text(actor.path("actor_type")),
                text(actor.path("actor_id")),
                text(actor.path("actor_name")),
                text(subject.path("subject_type")),
                text(subject.path("subject_id")),
                summary(text),
                text == null || text.length() <= SUMMARY ? null : whole(conversation, event),
                text(envelope.at("/raw_ref/artifact_id")),
                seq,
                conversation == null || seq == null ? null : cursors.sign(conversation, TranscriptPosition.at(seq)),
                event.at().getEpochSecond(),
                Redaction.markOf(envelope));
    }

    private static @Nullable String summary(@Nullable String text) {
        return text == null ? null : beginning(text);
    }

    /**
     * Returns the cursor of a transcript page that ends behind the message, so that one entry has the whole text; null for an event
     * that is no message.
     */
    private @Nullable String whole(@Nullable ConversationRef conversation, LoggedEvent event) {
        Long seq = event.transcriptSeq();
        return conversation == null || seq == null
                ? null
                : transcript.sign(conversation, TranscriptPosition.behind(seq));
    }

    static String beginning(String text) {
        if (text.length() <= SUMMARY) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(SUMMARY - 1)) ? SUMMARY - 1 : SUMMARY;
        return text.substring(0, end) + "…";
    }

    private static @Nullable String text(JsonNode node) {
        return node.textValue();
    }

    private static @Nullable Long number(JsonNode node) {
        return node.isIntegralNumber() ? node.longValue() : null;
    }
}
