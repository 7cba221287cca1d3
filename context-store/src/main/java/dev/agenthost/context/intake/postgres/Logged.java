package dev.agenthost.context.intake.postgres;

import dev.agenthost.context.event.LogEntry;
import dev.agenthost.context.transcript.Projection;
import dev.agenthost.context.transcript.TranscriptEntry;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the log and what the transcript has of it.
 *
 * @param message null where nothing is said
 */
record Logged(LogEntry entry, @Nullable TranscriptEntry message) {
    static List<Logged> of(List<LogEntry> some, List<LogEntry> more) {
        return Stream.concat(some.stream(), more.stream())
                .map(entry -> new Logged(entry, entry.said() ? Projection.of(entry) : null))
                .toList();
    }

    /** How much text is said, in UTF-16 units. */
    static long size(List<Logged> logged) {
        return logged.stream().mapToLong(Logged::size).sum();
    }

    private long size() {
        String content = message == null ? null : message.content();
        return content == null ? 0 : content.length();
    }
}
