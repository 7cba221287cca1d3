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

/** A batch as the arguments of {@code context.apply_batch_v1}. */
final class BatchColumns {
    static final String CALL = "select context.apply_batch_v1("
            + IntStream.rangeClosed(1, 53).mapToObj(n -> "$" + n).collect(Collectors.joining(", ")) + ")";

    /** The ordinal of a conversation in the batch, from 1, and the number of its entries and messages so far. */
    private static final class ConversationCounter {
        final int ordinal;
        int events;
        int messages;

        ConversationCounter(int ordinal) {
            this.ordinal = ordinal;
        }
    }

    private record Present(int conversation, String actorId) {}

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
    private final Columns messages = new Columns(
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
    private final Map<ConversationRef, ConversationCounter> counters = new LinkedHashMap<>();
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
        columns.messages.to(parameters);
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
        ConversationCounter counter = conversation == null
                ? null
                : counters.computeIfAbsent(conversation, any -> new ConversationCounter(counters.size() + 1));
        if (counter != null) {
            counter.events++;
            present(entry, counter);
        }
        TranscriptEntry message = one.message();
        if (message != null && counter != null) {
            counter.messages++;
            message(message, counter);
        }
        StreamPosition position = entry.position();
        ArtifactAttachment attached = entry.attached();
        entries.add(
                entry.workspaceId(),
                counter == null ? null : counter.ordinal,
                counter == null ? null : counter.events,
                counter == null || message == null ? null : counter.messages,
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

    private void message(TranscriptEntry message, ConversationCounter counter) {
        messages.add(
                counter.ordinal,
                counter.messages,
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

    private void present(LogEntry entry, ConversationCounter counter) {
        String actor = entry.kind() == LogKind.EVENT
                ? entry.data().path("actor").path("actor_id").textValue()
                : null;
        if (actor != null) {
            boolean inGroup = "group".equals(entry.data().path("launcher_type").textValue());
            present.merge(new Present(counter.ordinal, actor), inGroup, Boolean::logicalOr);
        }
    }

    private Columns conversations() {
        Columns columns =
                new Columns(String.class, String.class, String.class, String.class, Integer.class, Integer.class);
        counters.forEach((ref, counter) -> columns.add(
                ref.workspaceId(),
                ref.botId(),
                ref.conversationId(),
                ref.threadId(),
                counter.events,
                counter.messages));
        return columns;
    }

    private Columns actors() {
        Columns columns = new Columns(Integer.class, String.class, Boolean.class);
        present.forEach((actor, inGroup) -> columns.add(actor.conversation(), actor.actorId(), inGroup));
        return columns;
    }

    private static @Nullable String text(@Nullable JsonNode json) {
        return json == null ? null : json.toString();
    }
}
