package dev.agenthost.context.intake.postgres;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.eventlog.ArtifactAttachment;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.LogEntry;
import dev.agenthost.context.eventlog.LogKind;
import dev.agenthost.context.eventlog.TranscriptEntry;
import dev.agenthost.context.intake.AppliedResults;
import dev.agenthost.context.intake.Batch;
import dev.agenthost.context.intake.RunKey;
import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.context.transcript.TermVector;
import dev.agenthost.protocol.id.StreamPosition;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A batch as {@code context.apply_batch_v1} takes it. */
final class BatchColumns {
    static final String CALL = "select context.apply_batch_v1("
            + IntStream.rangeClosed(1, 53).mapToObj(n -> "$" + n).collect(Collectors.joining(", ")) + ")";

    /** A conversation's place among those of the batch, from 1, and how much of the batch is its own so far. */
    private static final class Place {
        final int number;
        int events;
        int said;

        Place(int number) {
            this.number = number;
        }
    }

    private record Present(int place, String actorId) {}

    private final Columns workspaces = new Columns(String.class);
    private final Columns keys = new Columns(String.class, String.class);
    private final Columns entries = new Columns(
            String.class,
            Integer.class,
            Integer.class,
            Integer.class,
            String.class,
            String.class,
            String.class,
            UUID.class,
            Integer.class,
            Long.class,
            Double.class,
            String.class,
            String.class,
            String.class,
            String.class,
            String.class);
    private final Columns said = new Columns(
            Integer.class,
            Integer.class,
            UUID.class,
            String.class,
            UUID.class,
            String.class,
            String.class,
            String.class,
            String.class,
            Double.class,
            String.class,
            String.class,
            String.class);
    private final Map<ConversationRef, Place> places = new LinkedHashMap<>();
    private final Map<Present, Boolean> present = new LinkedHashMap<>();
    private final Analysis analysis;

    private BatchColumns(Analysis analysis) {
        this.analysis = analysis;
    }

    /** @param logged all that is logged, in order */
    static Tuple of(Batch batch, List<ProjectedEntry> logged, Map<RunKey, AppliedResults> moved, Analysis analysis) {
        BatchColumns columns = new BatchColumns(analysis);
        logged.stream()
                .map(one -> one.entry().workspaceId())
                .distinct()
                .sorted()
                .forEach(columns.workspaces::add);
        logged.forEach(columns::add);
        Tuple parameters = Tuple.tuple();
        OffsetColumns.of(batch).to(parameters);
        columns.workspaces.to(parameters);
        columns.keys.to(parameters);
        columns.conversations().to(parameters);
        columns.entries.to(parameters);
        columns.said.to(parameters);
        columns.actors().to(parameters);
        RunRows.columns(moved).to(parameters);
        return parameters;
    }

    private void add(ProjectedEntry one) {
        LogEntry entry = one.entry();
        if (entry.key() != null) {
            keys.add(entry.workspaceId(), entry.key());
        }
        ConversationRef conversation = entry.conversation();
        Place place =
                conversation == null ? null : places.computeIfAbsent(conversation, any -> new Place(places.size() + 1));
        if (place != null) {
            place.events++;
            present(entry, place);
        }
        TranscriptEntry message = one.message();
        if (message != null && place != null) {
            place.said++;
            said(message, place);
        }
        StreamPosition position = entry.position();
        ArtifactAttachment attached = entry.attached();
        entries.add(
                entry.workspaceId(),
                place == null ? null : place.number,
                place == null ? null : place.events,
                place == null || message == null ? null : place.said,
                entry.kind().wire(),
                entry.type(),
                entry.eventId(),
                entry.runId(),
                position == null ? null : position.attempt(),
                position == null ? null : position.sequence(),
                LogRows.seconds(entry.at()).doubleValue(),
                entry.data().toString(),
                text(entry.usage()),
                entry.source().toString(),
                attached == null ? null : attached.refs().toString(),
                attached != null && attached.alone() ? TranscriptEntry.ARTIFACT : null);
    }

    private void said(TranscriptEntry message, Place place) {
        said.add(
                place.number,
                place.said,
                message.transcriptId(),
                message.eventId(),
                message.runId(),
                message.role(),
                message.content(),
                text(message.contentJson()),
                message.artifactRefs().toString(),
                LogRows.seconds(message.at()).doubleValue(),
                message.metadata().toString(),
                TermVector.of(analysis, message.content()),
                message.itemType());
    }

    private void present(LogEntry entry, Place place) {
        String actor = entry.kind() == LogKind.EVENT
                ? entry.data().path("actor").path("actor_id").textValue()
                : null;
        if (actor != null) {
            boolean inGroup = "group".equals(entry.data().path("launcher_type").textValue());
            present.merge(new Present(place.number, actor), inGroup, Boolean::logicalOr);
        }
    }

    private Columns conversations() {
        Columns columns =
                new Columns(String.class, String.class, String.class, String.class, Integer.class, Integer.class);
        places.forEach((ref, place) -> columns.add(
                ref.workspaceId(), ref.botId(), ref.conversationId(), ref.threadId(), place.events, place.said));
        return columns;
    }

    private Columns actors() {
        Columns columns = new Columns(Integer.class, String.class, Boolean.class);
        present.forEach((who, inGroup) -> columns.add(who.place(), who.actorId(), inGroup));
        return columns;
    }

    private static @Nullable String text(@Nullable JsonNode json) {
        return json == null ? null : json.toString();
    }
}
