package dev.agenthost.gateway.deadletter;

import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.RedriveMark;
import dev.agenthost.protocol.topic.RedriveStage;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The state of dead letters as their marks tell it, in the order of the topic. Two replicas that start the same redrive both
 * write a mark; every reader gives the dead letter to the first of them. Not safe for use by several threads.
 */
public final class RedriveMarks {
    private final Map<RecordPosition, RedriveMark> latest = new HashMap<>();

    /** Applies the next mark of the topic. */
    public void apply(RedriveMark mark) {
        latest.merge(mark.position(), mark, RedriveMarks::later);
    }

    private static RedriveMark later(RedriveMark known, RedriveMark next) {
        boolean isOfAnotherTopic = !known.recordTime().equals(next.recordTime());
        boolean isEndOfSame = next.number() == known.number()
                && known.stage() == RedriveStage.STARTED
                && next.stage() == RedriveStage.REDRIVEN;
        return isOfAnotherTopic || next.number() > known.number() || isEndOfSame ? next : known;
    }

    /** Returns the mark that counts; empty if the dead letter was never redriven. */
    public Optional<RedriveMark> of(DeadLetterRecord record) {
        return Optional.ofNullable(latest.get(record.position()))
                .filter(mark -> mark.recordTime().equals(record.time()));
    }

    public RedriveStatus status(DeadLetterRecord record) {
        return of(record)
                .map(mark -> switch (mark.stage()) {
                    case STARTED -> RedriveStatus.STARTED;
                    case REDRIVEN -> RedriveStatus.REDRIVEN;
                })
                .orElse(RedriveStatus.OPEN);
    }

    /** Returns true if this mark holds its dead letter: no other redrive started it before. */
    public boolean isHeldBy(RedriveMark mark) {
        RedriveMark known = latest.get(mark.position());
        return known != null
                && known.redriveId().equals(mark.redriveId())
                && known.number() == mark.number()
                && known.recordTime().equals(mark.recordTime());
    }
}
