package dev.agenthost.platform.kafka;

import org.jspecify.annotations.Nullable;

/** The offset at which the consumer of an assigned partition starts, by the stored offset and the log of the broker. */
public sealed interface StartOffset {
    long offset();

    /** The stored offset: the log has every record from there. */
    record Stored(long offset) implements StartOffset {}

    /** The beginning of the log: no offset is stored. */
    record First(long offset) implements StartOffset {}

    /** The beginning of the log: the topic was deleted and created again, and the stored offset is one of the old topic. */
    record Recreated(long offset) implements StartOffset {}

    /** The beginning of the log: it ends before the stored offset, so the broker has lost records, and reuses their offsets. */
    record Truncated(long offset) implements StartOffset {}

    /** The beginning of the log: retention has deleted records from the stored offset on. */
    record Expired(long offset) implements StartOffset {}

    static StartOffset of(@Nullable AppliedOffset stored, PartitionLog log) {
        if (stored == null) {
            return new First(log.beginning());
        }
        if (!stored.topicId().equals(log.topicId())) {
            return new Recreated(log.beginning());
        }
        if (stored.next() > log.end()) {
            return new Truncated(log.beginning());
        }
        return stored.next() < log.beginning() ? new Expired(log.beginning()) : new Stored(stored.next());
    }
}
