package dev.agenthost.protocol.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.agenthost.protocol.Envelopes;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.EventIds;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.NotBlank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicsTest {
    private static final EventId EVENT = EventIds.of("w", "api", "b", "1");

    @Test
    void namesAConversationByItsEncodedParts() {
        assertThat(ConversationKey.of("demo", "demo", "c1", null, EVENT).value())
                .isEqualTo("demo/demo/c1/");
        assertThat(ConversationKey.of("w", "b", "c/1", "t é", EVENT).value()).isEqualTo("w/b/c%2F1/t%20%C3%A9");
        assertThat(ConversationKey.of("w", "b", null, null, EVENT).value()).isEqualTo("w/b/~" + EVENT);
        assertThat(Envelopes.groupMessage().conversationKey().value()).isEqualTo("demo/demo/g7/t1");
    }

    @Property
    void conversationsOfDifferentNamesHaveDifferentKeys(@ForAll @NotBlank String one, @ForAll @NotBlank String other) {
        ConversationKey first = ConversationKey.of("w", one, other, null, EVENT);
        ConversationKey second = ConversationKey.of("w", other, one, null, EVENT);
        assertThat(first.equals(second)).isEqualTo(one.equals(other));
        assertThat(first.value().chars().filter(c -> c == '/').count()).isEqualTo(3);
    }

    @Test
    void partitionsAreCrc32OfTheKey() {
        // CRC-32 of "123456789" is 0xCBF43926 by definition.
        assertThat(ConversationPartitioner.of("123456789")).isEqualTo((int) (0xCBF43926L % 12));
        assertThat(ConversationPartitioner.of("")).isZero();
    }

    @Property
    void everyKeyHasAPartition(@ForAll @NotBlank String key) {
        assertThat(ConversationPartitioner.of(key)).isBetween(0, Topics.PARTITIONS - 1);
        assertThat(ConversationPartitioner.of(new ConversationKey(key))).isEqualTo(ConversationPartitioner.of(key));
    }

    @Property
    void positionsReadWhatTheyWrite(
            @ForAll @IntRange(max = 999) int partition, @ForAll @LongRange(max = 1L << 55) long offset) {
        RecordPosition position = new RecordPosition(Topics.EVENTS, partition, offset);
        assertThat(RecordPosition.parse(position.toString())).isEqualTo(position);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "agent.events",
                "agent.events/3",
                "agent.events/3@",
                "/3@42",
                "agent.events/-1@2",
                "a b/1@2",
                "a/1@2@3",
                "a/1@99999999999999999999"
            })
    void refusesWhatIsNoPosition(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> RecordPosition.parse(text));
    }

    @Test
    void headersAreCloudEventsInBinaryMode() {
        Instant time = Instant.parse("2026-11-21T10:00:00Z");
        assertThat(CloudEventHeaders.of(CloudEventHeaders.EVENT_TYPE, "id-1", "event-gateway", time, "demo", null))
                .containsExactlyInAnyOrderEntriesOf(java.util.Map.of(
                        "ce_specversion", "1.0",
                        "ce_id", "id-1",
                        "ce_type", "dev.agenthost.event",
                        "ce_source", "event-gateway",
                        "ce_time", "2026-11-21T10:00:00Z",
                        "content-type", "application/json",
                        "agenthost-workspace", "demo"));
        assertThat(CloudEventHeaders.of(CloudEventHeaders.EVENT_TYPE, "id-1", "s", time, "demo", "00-a-b-01"))
                .containsEntry("traceparent", "00-a-b-01");
    }

    @Test
    void aDeadLetterSaysWhyAndWhence() {
        assertThat(Topics.dlq(Topics.EVENTS)).isEqualTo("agent.events.dlq");
        assertThat(DeadLetterHeaders.of(
                        DeadLetterReason.REFUSED_BY_DATABASE,
                        "SQLSTATE 22P05",
                        new RecordPosition(Topics.EVENTS, 3, 42)))
                .containsExactlyInAnyOrderEntriesOf(java.util.Map.of(
                        "agenthost-dead-letter-reason", "refused_by_database",
                        "agenthost-dead-letter-detail", "SQLSTATE 22P05",
                        "agenthost-dead-letter-topic", "agent.events",
                        "agenthost-dead-letter-partition", "3",
                        "agenthost-dead-letter-offset", "42"));
    }
}
