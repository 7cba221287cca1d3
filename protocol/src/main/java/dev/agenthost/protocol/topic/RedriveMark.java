package dev.agenthost.protocol.topic;

import dev.agenthost.protocol.error.Fields;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A step of one redrive of one dead letter, on {@code agent.dead-letter-marks}. Kafka deletes no single record, so this topic
 * holds what a dead letter cannot: that it was redriven.
 *
 * @param position of the dead letter
 * @param recordTime timestamp of the dead letter; a mark with another belongs to a topic that was deleted since
 * @param number how often this dead letter was redriven, this redrive included
 * @param redriveId the request that redrives it; of all that start with one number, the first on the topic holds the dead letter
 * @param by id of the key
 * @param to where the redriven record is; null before it is published
 */
public record RedriveMark(
        RecordPosition position,
        Instant recordTime,
        int number,
        RedriveStage stage,
        String redriveId,
        String by,
        Instant at,
        @Nullable RecordPosition to) {
    public RedriveMark {
        Fields.required(position, "position");
        Fields.required(recordTime, "record_time");
        Fields.within(number, 1, Integer.MAX_VALUE, "number");
        Fields.required(stage, "stage");
        Fields.text(redriveId, "redrive_id");
        Fields.text(by, "by");
        Fields.required(at, "at");
    }

    /**
     * Returns the key of the record on the topic. Each redrive has a key of its own: compaction must not let the start of one
     * that came too late replace the end of another.
     */
    public String recordKey() {
        return position + "/" + redriveId;
    }

    /** Returns the mark that follows once the broker has the record. */
    public RedriveMark published(RecordPosition target, Instant now) {
        return new RedriveMark(position, recordTime, number, RedriveStage.REDRIVEN, redriveId, by, now, target);
    }
}
