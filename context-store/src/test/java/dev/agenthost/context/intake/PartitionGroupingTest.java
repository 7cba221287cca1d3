package dev.agenthost.context.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.fixture.Records;
import dev.agenthost.protocol.topic.Topics;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PartitionGroupingTest {
    private static final int MANY = 2 * PartitionGrouping.WORTH_ONE;

    @Test
    void fewRecordsGoTogether() {
        List<IncomingRecord> few = records(MANY - 1, i -> i % 12);

        assertThat(PartitionGrouping.of(few)).containsExactly(few);
        assertThat(PartitionGrouping.of(List.of())).containsExactly(List.of());
    }

    @Test
    void onePartitionGoesTogetherHoweverMuchItIs() {
        List<IncomingRecord> all = records(3 * MANY, i -> 5);

        assertThat(PartitionGrouping.of(all)).containsExactly(all);
    }

    @Test
    void manyGoSideBySideWholePartitionsInTheirOrder() {
        List<IncomingRecord> all = records(MANY, i -> i % 12);

        List<List<IncomingRecord>> lanes = PartitionGrouping.of(all);

        assertThat(lanes).hasSize(2);
        assertThat(lanes.get(0)).hasSizeBetween(MANY / 2 - 10, MANY / 2 + 10);
        assertThat(lanes.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(all);
        for (int partition = 0; partition < 12; partition++) {
            int which = partition;
            List<IncomingRecord> came = of(all, which);
            assertThat(lanes.stream().map(lane -> of(lane, which)).filter(some -> !some.isEmpty()))
                    .containsExactly(came);
        }
    }

    @Test
    void aLargePartitionHasALaneForItself() {
        List<List<IncomingRecord>> lanes = PartitionGrouping.of(records(MANY, i -> i < MANY - 11 ? 3 : 4 + i % 7));

        assertThat(lanes.get(0))
                .extracting(record -> record.position().partition())
                .containsOnly(3);
        assertThat(lanes.get(1)).hasSize(11);
    }

    private static List<IncomingRecord> of(List<IncomingRecord> records, int partition) {
        return records.stream()
                .filter(record -> record.position().partition() == partition)
                .toList();
    }

    private static List<IncomingRecord> records(int many, IntUnaryOperator partition) {
        return IntStream.range(0, many)
                .mapToObj(i -> Records.at(Topics.EVENTS, partition.applyAsInt(i), i, new byte[0]))
                .toList();
    }
}
