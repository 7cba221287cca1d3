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
 * One record of a run, made ready for its readers once.
 *
 * @param size what it costs to hold, in bytes
 * @param fingerprint of the event that is answered, where the record begins an attempt and tells it
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

    /** What a frame costs besides its bytes. */
    private static final int BESIDE_BYTES = 128;

    public ResultLogEntry {
        frames = List.copyOf(frames);
    }

    /** Reads a record; null for one that cannot be read: whoever applies the results sets it aside. */
    public static @Nullable ResultLogEntry read(long offset, byte @Nullable [] value) {
        return switch (ResultRecordDecoder.read(value)) {
            case ResultRecordDecoder.Reading.Unreadable unreadable -> null;
            case ResultRecordDecoder.Reading.Read(RunResults results) -> {
                List<SseFrame> frames = FrameWriter.frames(results);
                int size = frames.stream().mapToInt(SseFrame::size).sum() + frames.size() * BESIDE_BYTES;
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

    /** True if the run answers an event of the same id but with another fingerprint. */
    public boolean answersAnother(@Nullable String sent) {
        return sent != null && fingerprint != null && !fingerprint.equals(sent);
    }

    /** True when nothing of the run can lie before it: it holds the first result of all. */
    public boolean begins() {
        StreamPosition first = frames.getFirst().position();
        return first.equals(BEGINNING) || first.equals(UNANSWERED);
    }
}
