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

/** Events as runners see them (spec 000 §8): who, what and where, and of what was said the beginning. */
public final class EventRecords {
    /** Of an input's text, in characters. */
    static final int SUMMARY = 200;

    private final Cursors cursors;
    private final Cursors transcript;

    /**
     * @param cursors of events, which no transcript takes
     * @param transcript those of the transcript, for where the whole of a text is read
     */
    public EventRecords(Cursors cursors, Cursors transcript) {
        this.cursors = cursors;
        this.transcript = transcript;
    }

    /** @param found newest first */
    public EventPage page(EventsRequest request, Slice<? extends EventLogRecord> found) {
        List<AgentEventRecord> items = found.items().stream()
                .map(logged -> record(request.conversation(), logged))
                .toList();
        return new EventPage(
                items,
                found.hasMore() ? items.getLast().cursor() : null,
                items.isEmpty() ? null : items.getFirst().cursor(),
                found.hasMore(),
                null);
    }

    /** One of a conversation. */
    public AgentEventRecord record(ConversationRef conversation, EventLogRecord logged) {
        return switch (logged) {
            case LoggedEvent event -> event(conversation, event);
            case LoggedFact fact ->
                FactRecords.of(conversation, fact, cursors.sign(conversation, TranscriptPosition.at(fact.seq())));
        };
    }

    /** One outside any conversation. */
    public AgentEventRecord outside(LoggedEvent event) {
        return event(null, event);
    }

    private AgentEventRecord event(@Nullable ConversationRef conversation, LoggedEvent event) {
        JsonNode envelope = event.envelope();
        JsonNode actor = envelope.path("actor");
        JsonNode subject = envelope.path("subject");
        String said = text(envelope.at("/input/text"));
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
                summary(said),
                said == null || said.length() <= SUMMARY ? null : whole(conversation, event),
                text(envelope.at("/raw_ref/artifact_id")),
                seq,
                conversation == null || seq == null ? null : cursors.sign(conversation, TranscriptPosition.at(seq)),
                event.at().getEpochSecond(),
                Redaction.markOf(envelope));
    }

    private static @Nullable String summary(@Nullable String text) {
        return text == null ? null : beginning(text);
    }

    /** A page of the transcript that ends right behind the message: one entry of it is the whole. Null where it is no message. */
    private @Nullable String whole(@Nullable ConversationRef conversation, LoggedEvent event) {
        Long said = event.transcriptSeq();
        return conversation == null || said == null
                ? null
                : transcript.sign(conversation, TranscriptPosition.behind(said));
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
