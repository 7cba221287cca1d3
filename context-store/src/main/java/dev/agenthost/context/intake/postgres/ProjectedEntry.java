package dev.agenthost.context.intake.postgres;

import dev.agenthost.context.eventlog.LogEntry;
import dev.agenthost.context.eventlog.Projection;
import dev.agenthost.context.eventlog.TranscriptEntry;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the log with its entry of the transcript.
 *
 * @param message null if the entry is no message
 */
record ProjectedEntry(LogEntry entry, @Nullable TranscriptEntry message) {
    static List<ProjectedEntry> of(List<LogEntry> some, List<LogEntry> more) {
        return Stream.concat(some.stream(), more.stream())
                .map(entry -> new ProjectedEntry(entry, entry.isMessage() ? Projection.of(entry) : null))
                .toList();
    }

    /** Returns the length of all message texts, in UTF-16 units. */
    static long size(List<ProjectedEntry> logged) {
        return logged.stream().mapToLong(ProjectedEntry::size).sum();
    }

    private long size() {
        String content = message == null ? null : message.content();
        return content == null ? 0 : content.length();
    }
}
