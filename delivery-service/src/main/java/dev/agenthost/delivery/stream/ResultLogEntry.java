package dev.agenthost.delivery.stream;

import dev.agenthost.delivery.run.ResultRecordDecoder;
import dev.agenthost.delivery.run.ResultTypes;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.result.DecodeResult;
import dev.agenthost.protocol.result.ResultCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.result.RunStarted;
import dev.agenthost.protocol.result.RunUnanswered;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One record of a run, decoded once for all readers.
 *
 * @param size memory that it takes, in bytes
 * @param fingerprint of the answered event, if the record begins an attempt and carries it
 */
public record ResultLogEntry(
        long offset,
        String workspaceId,
        String runId,
        List<SseFrame> frames,
        int size,
        @Nullable String fingerprint) {

    private static final StreamPosition UNANSWERED = new StreamPosition(0, 1);
    private static final StreamPosition BEGINNING = new StreamPosition(1, 1);

    /** Memory of a frame beside its bytes. */
    private static final int FRAME_OVERHEAD_BYTES = 128;

    public ResultLogEntry {
        frames = List.copyOf(frames);
    }

    /** Reads a record; null for an unreadable one, which the consumer of results dead-letters. */
    public static @Nullable ResultLogEntry read(long offset, byte @Nullable [] value) {
        return switch (ResultRecordDecoder.read(value)) {
            case ResultRecordDecoder.Reading.Unreadable unreadable -> null;
            case ResultRecordDecoder.Reading.Read(RunResults results) -> {
                List<SseFrame> frames = FrameWriter.frames(results);
                int size = frames.stream().mapToInt(SseFrame::size).sum() + frames.size() * FRAME_OVERHEAD_BYTES;
                yield new ResultLogEntry(
                        offset,
                        results.workspaceId(),
                        results.runId().toString(),
                        frames,
                        size,
                        fingerprint(results.results().getFirst()));
            }
        };
    }

    private static @Nullable String fingerprint(ResultFrame first) {
        if (!ResultTypes.isBeginning(first.type())
                || !(ResultCodec.decode(first) instanceof DecodeResult.Known(var payload))) {
            return null;
        }
        return switch (payload) {
            case RunStarted started -> started.eventFingerprint();
            case RunUnanswered unanswered -> unanswered.eventFingerprint();
            default -> null;
        };
    }

    /** Returns true if the run answers an event of the same id with another fingerprint. */
    public boolean answersOtherEvent(@Nullable String sent) {
        return sent != null && fingerprint != null && !fingerprint.equals(sent);
    }

    /** Returns true if the record holds the first result of the run, so that no earlier record exists. */
    public boolean begins() {
        StreamPosition first = frames.getFirst().position();
        return first.equals(BEGINNING) || first.equals(UNANSWERED);
    }
}
