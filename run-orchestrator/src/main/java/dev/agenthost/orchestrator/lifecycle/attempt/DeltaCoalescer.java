package dev.agenthost.orchestrator.lifecycle.attempt;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.MessageDelta;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Joins consecutive text deltas into one delta, with the time of the last, as every client joins them. A delta with more than text is
 * unchanged and stays in place.
 */
final class DeltaCoalescer {
    /** Characters at which a joined delta is complete. */
    private static final int LARGE = 64 * 1024;

    private final List<PendingResult> results = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private @Nullable PendingResult last;

    void addAll(List<PendingResult> more) {
        more.forEach(this::add);
    }

    private void add(PendingResult next) {
        MessageChunk chunk = piece(next);
        PendingResult before = last;
        if (chunk == null) {
            close();
            results.add(next);
            return;
        }
        if (before != null && !continues(before, chunk)) {
            close();
        }
        text.append(chunk.plainText());
        last = next;
    }

    /** The current number of results. */
    int size() {
        return results.size() + (last == null ? 0 : 1);
    }

    /** Returns all results, in order; none may be added after this call. */
    List<PendingResult> all() {
        close();
        return results;
    }

    private void close() {
        PendingResult open = last;
        MessageChunk chunk = open == null ? null : piece(open);
        if (open != null && chunk != null) {
            results.add(
                    text.length() == chunk.plainText().length()
                            ? open
                            : new PendingResult(
                                    new MessageDelta(saying(chunk, text.toString())), open.timestamp(), open.usage()));
        }
        text.setLength(0);
        last = null;
    }

    /** Returns the text delta; null for any other result. */
    private static @Nullable MessageChunk piece(PendingResult result) {
        return result.payload() instanceof MessageDelta(MessageChunk chunk)
                        && chunk.content() instanceof TextNode
                        && chunk.toolCalls() == null
                        && chunk.toolCallId() == null
                        && chunk.providerSpecificFields() == null
                ? chunk
                : null;
    }

    private boolean continues(PendingResult before, MessageChunk next) {
        MessageChunk chunk = piece(before);
        return chunk != null
                && before.usage() == null
                && !chunk.isFinal()
                && chunk.role().equals(next.role())
                && Objects.equals(chunk.name(), next.name())
                && Objects.equals(chunk.respMessageId(), next.respMessageId())
                && text.length() + next.plainText().length() <= LARGE;
    }

    private static MessageChunk saying(MessageChunk chunk, String text) {
        return new MessageChunk(
                chunk.role(),
                chunk.name(),
                TextNode.valueOf(text),
                null,
                null,
                chunk.respMessageId(),
                null,
                null,
                chunk.isFinal(),
                chunk.msgSequence());
    }
}
