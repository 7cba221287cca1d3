package dev.agenthost.gateway.deadletter;

import dev.agenthost.protocol.topic.RedriveMark;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some dead letters of a topic, newest first within each partition.
 *
 * @param next where the next page begins; null on the last
 */
public record DeadLetterPage(List<Item> items, @Nullable DeadLetterCursor next) {
    public DeadLetterPage {
        items = List.copyOf(items);
    }

    /** A dead letter and the mark of its last redrive. */
    public record Item(
            DeadLetterRecord record,
            RedriveStatus status,
            @Nullable RedriveMark mark) {
        public static Item of(DeadLetterRecord record, RedriveMarks marks) {
            return new Item(record, marks.status(record), marks.of(record).orElse(null));
        }
    }
}
