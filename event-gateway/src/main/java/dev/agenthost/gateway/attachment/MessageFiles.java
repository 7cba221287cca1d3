package dev.agenthost.gateway.attachment;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.event.ArtifactRef;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.protocol.id.UuidV5;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Fetches the files of a message and stores them as artifacts, before its event is published. A file that cannot be stored in time is named
 * in the event with the reason, so that the agent can say so: an event never waits for longer than the time limit.
 */
public final class MessageFiles {
    /** Largest file of a person's message in bytes (20 MB), which is what Telegram serves (https://core.telegram.org/bots/api#getfile). */
    public static final int LARGEST = 20 * 1024 * 1024;

    private static final Duration REPETITION = Duration.ofMillis(500);

    private final @Nullable AttachmentClient store;
    private final Semaphore capacity;
    private final Duration timeout;
    private final LongSupplier nanos;
    private final Consumer<String> warnings;

    /**
     * @param store null if context-store is not configured
     * @param concurrency most files in memory
     * @param timeout for all files of one message
     * @param nanos this process's monotonic clock
     * @param warnings receives a line for each file that is missing
     */
    public MessageFiles(
            @Nullable AttachmentClient store,
            int concurrency,
            Duration timeout,
            LongSupplier nanos,
            Consumer<String> warnings) {
        this.store = store;
        this.capacity = new Semaphore(concurrency, true);
        this.timeout = timeout;
        this.nanos = nanos;
        this.warnings = warnings;
    }

    /** The outcome of one file. */
    private sealed interface FileOutcome {
        record Stored(ArtifactMetadata artifact) implements FileOutcome {}

        record Missing(AttachmentProblem problem, String why) implements FileOutcome {}

        /** May succeed the next time. */
        record Failed(String why) implements FileOutcome {}
    }

    /**
     * Adds the files to {@code input.attachments} of the event, and {@code unavailable} to those of {@code data.files} that are missing
     * there. Blocks.
     */
    public void attach(BotRegistration bot, ObjectNode event, List<MessageFile> files) throws InterruptedException {
        long deadline = nanos.getAsLong() + timeout.toNanos();
        for (int i = 0; i < files.size(); i++) {
            MessageFile file = files.get(i);
            switch (fetch(bot, event, file, deadline)) {
                case FileOutcome.Stored(ArtifactMetadata artifact) ->
                    attachments(event).add(ProtocolCodec.tree(reference(artifact, file)));
                case FileOutcome.Missing(AttachmentProblem problem, String why) -> missing(bot, event, i, problem, why);
                case FileOutcome.Failed(String why) -> missing(bot, event, i, AttachmentProblem.UNAVAILABLE, why);
            }
        }
    }

    private static ArrayNode attachments(ObjectNode event) {
        return event.withObjectProperty("input").withArrayProperty("attachments");
    }

    private void missing(BotRegistration bot, ObjectNode event, int file, AttachmentProblem problem, String why) {
        warnings.accept("a file is not attached: botId=" + bot.botId() + " update="
                + event.path("event_id").asText() + " errorCode=" + problem.wire() + " (" + why + ")");
        if (event.path("data").path("files").path(file) instanceof ObjectNode fact) {
            fact.put("unavailable", problem.wire());
        }
    }

    private static ArtifactRef reference(ArtifactMetadata artifact, MessageFile file) {
        return new ArtifactRef(
                artifact.artifactId(),
                artifact.artifactType(),
                artifact.mimeType(),
                artifact.sizeBytes(),
                artifact.name(),
                "platform",
                null,
                null,
                file.uniqueId());
    }

    private FileOutcome fetch(BotRegistration bot, ObjectNode event, MessageFile file, long deadline)
            throws InterruptedException {
        if (store == null) {
            return new FileOutcome.Missing(AttachmentProblem.NOT_CONFIGURED, "agenthost.context-store.url is not set");
        }
        if (file.size() != null && file.size() > LARGEST) {
            return new FileOutcome.Missing(AttachmentProblem.TOO_LARGE, file.size() + " bytes");
        }
        if (!capacity.tryAcquire(deadline - nanos.getAsLong(), TimeUnit.NANOSECONDS)) {
            return new FileOutcome.Failed("too many files at once");
        }
        try {
            FileOutcome fetched = new FileOutcome.Failed("the time is over");
            while (nanos.getAsLong() < deadline) {
                fetched = once(store, bot, event, file, deadline);
                if (!(fetched instanceof FileOutcome.Failed)) {
                    return fetched;
                }
                Thread.sleep(REPETITION);
            }
            return fetched;
        } finally {
            capacity.release();
        }
    }

    private FileOutcome once(
            AttachmentClient attachments, BotRegistration bot, ObjectNode event, MessageFile file, long deadline)
            throws InterruptedException {
        Uni<FileAnswer> download = file.download().download(LARGEST);
        FileAnswer answer = within(download.subscribe().asCompletionStage(), deadline);
        return switch (answer) {
            case null -> new FileOutcome.Failed("the file did not arrive in time");
            case FileAnswer.Received(byte[] content, String path) -> {
                AttachmentResult result = within(
                        attachments
                                .store(attachment(bot, event, file, content, path))
                                .toCompletableFuture(),
                        deadline);
                yield switch (result) {
                    case null -> new FileOutcome.Failed("context-store did not answer in time");
                    case AttachmentResult.Stored(ArtifactMetadata artifact) -> new FileOutcome.Stored(artifact);
                    case AttachmentResult.Refused(AttachmentProblem problem) ->
                        new FileOutcome.Missing(problem, "context-store refuses it");
                    case AttachmentResult.Unavailable(String why) -> new FileOutcome.Failed(why);
                };
            }
            case FileAnswer.TooLarge() -> new FileOutcome.Missing(AttachmentProblem.TOO_LARGE, "over 20 MB");
            case FileAnswer.Refused(String description) ->
                new FileOutcome.Missing(AttachmentProblem.REFUSED, description);
            case FileAnswer.Elsewhere(String why) -> new FileOutcome.Missing(AttachmentProblem.LEADS_ELSEWHERE, why);
            case FileAnswer.Unconfigured(String why) -> new FileOutcome.Missing(AttachmentProblem.NOT_CONFIGURED, why);
            case FileAnswer.Failed(String why) -> new FileOutcome.Failed(why);
        };
    }

    /** Returns null after the deadline; the call is then given up. */
    private <T> @Nullable T within(CompletableFuture<T> answer, long deadline) throws InterruptedException {
        try {
            return answer.get(Math.max(1, deadline - nanos.getAsLong()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return null;
        } finally {
            answer.cancel(true);
        }
    }

    /** The id of the upload follows from the update and the file, so a repeated update stores nothing twice. */
    private static Attachment attachment(
            BotRegistration bot, ObjectNode event, MessageFile file, byte[] content, String path) {
        UUID eventId = EventIds.of(
                        bot.workspaceId(),
                        bot.platform().wire(),
                        bot.botId(),
                        event.path("event_id").asText())
                .value();
        return new Attachment(
                UuidV5.of(eventId, "file/" + file.uniqueId()),
                bot.workspaceId(),
                bot.botId(),
                event.path("conversation_id").asText(),
                event.path("thread_id").textValue(),
                artifactType(file),
                file.mimeType(),
                file.name() == null ? path.substring(path.lastIndexOf('/') + 1) : file.name(),
                content);
    }

    private static String artifactType(MessageFile file) {
        String family = file.mimeType() == null ? file.kind() : file.mimeType().replaceFirst("/.*", "");
        return List.of("image", "audio", "video").contains(family) ? family : "file";
    }
}
