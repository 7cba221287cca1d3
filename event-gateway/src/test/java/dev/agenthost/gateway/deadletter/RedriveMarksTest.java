package dev.agenthost.gateway.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.RedriveMark;
import dev.agenthost.protocol.topic.RedriveStage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RedriveMarksTest {
    private static final RecordPosition LETTER = DeadLetterBroker.at(5);
    private static final Instant TIME = Instant.ofEpochSecond(10);
    private static final DeadLetterRecord RECORD =
            new DeadLetterRecord(LETTER, TIME, "invalid", null, null, null, 0, null, 0);

    @Test
    void theFirstStartOfANumberHoldsTheDeadLetter() {
        RedriveMarks marks = new RedriveMarks();
        marks.apply(start("a", 1));
        marks.apply(start("b", 1));

        assertThat(marks.isHeldBy(start("a", 1))).isTrue();
        assertThat(marks.isHeldBy(start("b", 1))).isFalse();
        assertThat(marks.status(RECORD)).isEqualTo(RedriveStatus.STARTED);
    }

    @Test
    void aMarkOfADeletedTopicSaysNothingAboutANewOne() {
        RedriveMarks marks = new RedriveMarks();
        marks.apply(end("a", 1));
        DeadLetterRecord fresh =
                new DeadLetterRecord(LETTER, TIME.plusSeconds(1), "invalid", null, null, null, 0, null, 0);

        assertThat(marks.status(RECORD)).isEqualTo(RedriveStatus.REDRIVEN);
        assertThat(marks.status(fresh)).isEqualTo(RedriveStatus.OPEN);
    }

    /** Compaction removes all but the last record of a key; what is left must say the same about what was redriven. */
    @Property
    void aCompactedTopicStillShowsWhatWasRedriven(@ForAll("histories") List<RedriveMark> history) {
        RedriveMarks whole = new RedriveMarks();
        history.forEach(whole::apply);

        Map<String, RedriveMark> compacted = new LinkedHashMap<>();
        for (RedriveMark mark : history) {
            compacted.remove(mark.recordKey());
            compacted.put(mark.recordKey(), mark);
        }
        RedriveMarks rest = new RedriveMarks();
        compacted.values().forEach(rest::apply);

        assertThat(rest.status(RECORD)).isEqualTo(whole.status(RECORD));
        assertThat(rest.of(RECORD).map(RedriveMark::number))
                .isEqualTo(whole.of(RECORD).map(RedriveMark::number));
    }

    /** Several redrives of several numbers; of each number the holder may end, the others never do. */
    @Provide
    Arbitrary<List<RedriveMark>> histories() {
        return Arbitraries.integers()
                .between(0, 5)
                .list()
                .ofMinSize(1)
                .ofMaxSize(20)
                .map(steps -> {
                    List<RedriveMark> history = new ArrayList<>();
                    RedriveMarks state = new RedriveMarks();
                    int name = 0;
                    for (int step : steps) {
                        int number = state.of(RECORD).map(RedriveMark::number).orElse(0);
                        RedriveMark next =
                                switch (step) {
                                    case 0, 1 -> start("r" + name++, Math.max(1, number)); // started too late
                                    case 2, 3 -> start("r" + name++, number + 1);
                                    default ->
                                        state.of(RECORD)
                                                .map(mark -> mark.published(DeadLetterBroker.at(1), TIME))
                                                .orElseGet(() -> start("first", 1));
                                };
                        history.add(next);
                        state.apply(next);
                    }
                    return history;
                });
    }

    private static RedriveMark start(String id, int number) {
        return new RedriveMark(LETTER, TIME, number, RedriveStage.STARTED, id, "ada", TIME, null);
    }

    private static RedriveMark end(String id, int number) {
        return start(id, number).published(DeadLetterBroker.at(1), TIME);
    }
}
