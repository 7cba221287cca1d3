package dev.agenthost.gateway.deadletter;

import dev.agenthost.gateway.deadletter.DeadLetterLog.Extent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts, lists and selects dead letters. Kafka has no index of reasons, so a request reads records one block after another; it
 * stops at a number of records or after a time, and its answer says so.
 */
public final class DeadLetterQuery {
    static final int BLOCK = 250;
    /** Most offsets that one page, or the count of one topic, reads. */
    static final int MOST_READ = 10_000;

    private final TopicOwners owners;
    private final InstantSource clock;
    private final Duration timeout;

    /** @param timeout after which a request reads no further block */
    public DeadLetterQuery(TopicOwners owners, InstantSource clock, Duration timeout) {
        this.owners = owners;
        this.clock = clock;
        this.timeout = timeout;
    }

    /** Counts what the caller may see; of a large topic the newest records. */
    public DeadLetterSummary summary(DeadLetterLog log, DeadLetterScope scope) {
        Instant deadline = clock.instant().plus(timeout);
        RedriveMarks marks = log.marks();
        DeadLetterSummary summary = new DeadLetterSummary();
        for (DeadLetterTopic topic : log.topics()) {
            if (!owners.isVisible(topic, scope)) {
                continue;
            }
            int read = 0;
            for (Extent extent : log.extents(topic)) {
                long end = extent.end();
                while (end > extent.begin()
                        && read < MOST_READ
                        && clock.instant().isBefore(deadline)) {
                    long from = Math.max(extent.begin(), end - BLOCK);
                    for (DeadLetterRecord record : log.read(topic, extent.partition(), from, end)) {
                        if (scope.includes(record)) {
                            summary.add(topic, record, marks.status(record));
                        }
                    }
                    read += (int) (end - from);
                    end = from;
                }
                if (end > extent.begin()) {
                    summary.incomplete(topic);
                }
            }
        }
        return summary;
    }

    /**
     * Returns a page, newest first within each partition. It may be short, or empty, and still have a next one.
     *
     * @param after the cursor of the page before; null for the first
     */
    public DeadLetterPage page(
            DeadLetterLog log,
            DeadLetterTopic topic,
            DeadLetterFilter filter,
            int limit,
            @Nullable DeadLetterCursor after) {
        Instant deadline = clock.instant().plus(timeout);
        RedriveMarks marks = log.marks();
        List<DeadLetterPage.Item> items = new ArrayList<>();
        int read = 0;
        for (Extent extent : log.extents(topic)) {
            int partition = extent.partition();
            if (after != null && partition < after.partition()) {
                continue;
            }
            long begin = filter.first(partition, extent.begin());
            long end = filter.end(partition, extent.end());
            if (after != null && partition == after.partition()) {
                end = Math.min(end, after.offset());
            }
            while (end > begin) {
                if (read >= MOST_READ || read > 0 && !clock.instant().isBefore(deadline)) {
                    return new DeadLetterPage(items, new DeadLetterCursor(partition, end));
                }
                long from = Math.max(begin, end - BLOCK);
                for (DeadLetterRecord record :
                        log.read(topic, partition, from, end).reversed()) {
                    if (!filter.includes(record, marks)) {
                        continue;
                    }
                    if (items.size() == limit) {
                        return new DeadLetterPage(items, cursor(items.getLast()));
                    }
                    items.add(DeadLetterPage.Item.of(record, marks));
                }
                read += (int) (end - from);
                end = from;
            }
        }
        return new DeadLetterPage(items, null);
    }

    private static DeadLetterCursor cursor(DeadLetterPage.Item last) {
        return new DeadLetterCursor(
                last.record().position().partition(), last.record().position().offset());
    }

    /**
     * Dead letters to redrive, oldest first, so that the records of a conversation keep their order.
     *
     * @param more true if there are more, or may be
     */
    public record Selection(List<DeadLetterRecord> records, boolean more) {}

    /** Selects up to that many. */
    public Selection select(
            DeadLetterLog log, DeadLetterTopic topic, DeadLetterFilter filter, RedriveMarks marks, int most) {
        Instant deadline = clock.instant().plus(timeout);
        List<DeadLetterRecord> records = new ArrayList<>();
        for (Extent extent : log.extents(topic)) {
            long end = filter.end(extent.partition(), extent.end());
            long from = filter.first(extent.partition(), extent.begin());
            for (; from < end; from += BLOCK) {
                if (!clock.instant().isBefore(deadline)) {
                    return new Selection(records, true);
                }
                for (DeadLetterRecord record : log.read(topic, extent.partition(), from, Math.min(end, from + BLOCK))) {
                    if (filter.includes(record, marks)) {
                        if (records.size() == most) {
                            return new Selection(records, true);
                        }
                        records.add(record);
                    }
                }
            }
        }
        return new Selection(records, false);
    }
}
