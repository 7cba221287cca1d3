package dev.agenthost.orchestrator.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Assembles the visible messages of a runner: the open one, the last whole one, and the ones that the run's end requires. */
final class MessageAssembler {
    /** The end of a completed run, and the results to publish with it. */
    record Close(List<ResultPayload> closing, ExecutionOutcome ending) {}

    private final boolean requireOutput;
    private DeltaText open;
    private String role = "assistant";
    private @Nullable String name;
    private @Nullable Message lastSaid;

    MessageAssembler(DeltaMode mode, boolean requireOutput) {
        this.open = new DeltaText(mode);
        this.requireOutput = requireOutput;
    }

    /** Returns no result for a delta that adds nothing. */
    List<PendingResult> delta(MessageDelta delta, ResultFrame frame) {
        MessageChunk chunk = delta.chunk();
        boolean pictures = chunk.content() != null && hasMoreThanText(chunk.content());
        String fresh = open.add(chunk.plainText(), chunk.allContent());
        if (fresh.isEmpty() && !pictures && chunk.toolCalls() == null) {
            return List.of();
        }
        role = chunk.role();
        name = chunk.name();
        JsonNode content = pictures && chunk.content() != null ? chunk.content() : TextNode.valueOf(fresh);
        MessageChunk increment = new MessageChunk(
                chunk.role(),
                chunk.name(),
                content,
                chunk.toolCalls(),
                chunk.toolCallId(),
                chunk.respMessageId(),
                chunk.providerSpecificFields(),
                null,
                chunk.isFinal(),
                chunk.msgSequence());
        return List.of(new PendingResult(new MessageDelta(increment), frame.timestamp(), frame.usage()));
    }

    /** Decides the text of the open message. A message without content takes the text of its deltas. */
    MessageCompleted completed(MessageCompleted completed) {
        Message message = completed.message();
        Message whole = message.content() == null && !open.isSilent()
                ? new Message(
                        message.role(),
                        message.name(),
                        openMessage().content(),
                        message.toolCalls(),
                        message.toolCallId(),
                        message.respMessageId(),
                        message.providerSpecificFields())
                : message;
        complete(whole);
        return new MessageCompleted(whole);
    }

    /** The open message as a whole one; empty where none is open. Asking again answers the same. */
    List<ResultPayload> closing() {
        return open.isSilent() ? List.of() : List.of(new MessageCompleted(openMessage()));
    }

    /** Returns true if the open message has reached its largest size. */
    boolean isFull() {
        return open.isFull();
    }

    boolean isAnything() {
        return lastSaid != null || !open.isSilent();
    }

    Close end(RunCompleted completed, @Nullable JsonNode usage) {
        Message last = completed.message();
        boolean speaks = last != null && isVisible(last);
        if (requireOutput && !speaks && !isAnything()) {
            return new Close(
                    List.of(),
                    new ExecutionOutcome.Failed(
                            RunFailed.of(FailureCode.RUNNER_NO_OUTPUT, "the run ended without a visible message")));
        }
        ExecutionOutcome silent =
                new ExecutionOutcome.Completed(new RunCompleted(completed.finishReason(), null), usage);
        if (last != null && InlineParts.areIn(last) && (!open.isSilent() || !isSaid(last))) {
            // Its bytes are stored before its publication, and the run ends after that.
            complete(last);
            return new Close(List.of(new MessageCompleted(last)), silent);
        }
        if (!open.isSilent()) {
            // The terminal's message closes the deltas before it; without one, they are closed as they are.
            Message closing = speaks && last != null ? last : openMessage();
            return new Close(List.of(new MessageCompleted(closing)), silent);
        }
        return speaks && !isSaid(last)
                ? new Close(List.of(), new ExecutionOutcome.Completed(completed, usage))
                : new Close(List.of(), silent);
    }

    /** Returns the open message; a text that was cut ends with {@link DeltaText#CUT}. */
    private Message openMessage() {
        String value = open.isFull() ? open.text() + DeltaText.CUT : open.text();
        return new Message(role, name, TextNode.valueOf(value), null, null, null, null);
    }

    private void complete(Message message) {
        open = open.next();
        if (isVisible(message)) {
            lastSaid = message;
        }
    }

    private boolean isSaid(@Nullable Message message) {
        return message != null && lastSaid != null && message.plainText().equals(lastSaid.plainText());
    }

    private static boolean isVisible(Message message) {
        return !message.plainText().isBlank() || (message.content() != null && hasMoreThanText(message.content()));
    }

    private static boolean hasMoreThanText(JsonNode content) {
        if (content.isArray()) {
            for (JsonNode element : content) {
                if (!"text".equals(element.path("type").asText())) {
                    return true;
                }
            }
        }
        return false;
    }
}
