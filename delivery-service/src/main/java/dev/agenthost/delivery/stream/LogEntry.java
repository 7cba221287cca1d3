package dev.agenthost.delivery.stream;

import dev.agenthost.delivery.run.RecordReader;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.result.RunResults;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One record of a run, made ready for its readers once.
 *
 * @param size what it costs to hold, in bytes
 */
public record LogEntry(long offset, String workspaceId, String runId, List<LiveFrame> frames, int size) {

    private static final StreamPosition UNANSWERED = new StreamPosition(0, 1);
    private static final StreamPosition BEGINNING = new StreamPosition(1, 1);

    /** What a frame costs besides its bytes. */
    private static final int BESIDE_BYTES = 128;

    public LogEntry {
        frames = List.copyOf(frames);
    }

    /** Reads a record; null for one that cannot be read: whoever applies the results sets it aside. */
    public static @Nullable LogEntry read(long offset, byte @Nullable [] value) {
        return switch (RecordReader.read(value)) {
            case RecordReader.Reading.Unreadable unreadable -> null;
            case RecordReader.Reading.Read(RunResults results) -> {
                List<LiveFrame> frames = FrameWriter.frames(results);
                int size = frames.stream().mapToInt(LiveFrame::size).sum() + frames.size() * BESIDE_BYTES;
                yield new LogEntry(
                        offset, results.workspaceId(), results.runId().toString(), frames, size);
            }
        };
    }

    /** True when nothing of the run can lie before it: it holds the first result of all. */
    public boolean begins() {
        StreamPosition first = frames.getFirst().position();
        return first.equals(BEGINNING) || first.equals(UNANSWERED);
    }
}
