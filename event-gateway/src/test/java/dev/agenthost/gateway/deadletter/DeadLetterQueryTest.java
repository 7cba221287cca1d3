package dev.agenthost.gateway.deadletter;

import static dev.agenthost.gateway.deadletter.DeadLetterBroker.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.protocol.error.InvalidFieldException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLetterQueryTest {
    private final DeadLetterBroker broker = new DeadLetterBroker();
    private final DeadLetterQuery query =
            new DeadLetterQuery(DeadLetterBroker.OWNERS, InstantSource.fixed(Instant.EPOCH), Duration.ofSeconds(1));

    @Test
    void countsByReasonWhatTheCallerMaySee() {
        broker.add("red", "undecodable");
        broker.add("blue", "undecodable");
        broker.add("red", "invalid");
        broker.add("red", "undecodable");

        assertThat(query.summary(broker.log(), new DeadLetterScope("red")).counts())
                .extracting(
                        count -> count.reason() + " " + count.records() + " " + count.oldest() + " " + count.newest())
                .containsExactly(
                        "invalid 1 1970-01-01T00:16:42Z 1970-01-01T00:16:42Z",
                        "undecodable 2 1970-01-01T00:16:40Z 1970-01-01T00:16:43Z");
        assertThat(query.summary(broker.log(), DeadLetterScope.ALL).counts())
                .extracting(DeadLetterSummary.Count::records)
                .containsExactly(1L, 3L);
    }

    @Test
    void countsTheNewestOfALargeTopicAndSaysSo() {
        for (int i = 0; i < DeadLetterQuery.MOST_READ + 1; i++) {
            broker.add("red", i == 0 ? "invalid" : "undecodable");
        }

        DeadLetterSummary summary = query.summary(broker.log(), DeadLetterScope.ALL);

        assertThat(summary.counts())
                .singleElement()
                .extracting(DeadLetterSummary.Count::records)
                .isEqualTo((long) DeadLetterQuery.MOST_READ);
        assertThat(summary.incompleteTopics()).containsExactly(TOPIC.name());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 100})
    void pagesShowEachOnceNewestFirst(int limit) {
        List<Long> expected = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            long offset = broker.add(i % 7 == 0 ? "blue" : "red", i % 2 == 0 ? "invalid" : "undecodable");
            if (i % 7 != 0 && i % 2 == 0) {
                expected.addFirst(offset);
            }
        }
        var filter = new DeadLetterFilter(new DeadLetterScope("red"), "invalid", RedriveStatus.OPEN, List.of());

        List<Long> seen = new ArrayList<>();
        DeadLetterCursor after = null;
        do {
            DeadLetterPage page = query.page(broker.log(), TOPIC, filter, limit, after);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
            page.items().forEach(item -> seen.add(item.record().position().offset()));
            after = page.next() == null
                    ? null
                    : DeadLetterCursor.parse(page.next().toString());
        } while (after != null);

        assertThat(seen).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0@5, 0, 5, 5", "0@5-9, 0, 5, 9", "agent.events.dlq/2@0-, 2, 0, 9223372036854775807"})
    void readsPositionsAndRanges(String text, int partition, long first, long last) {
        assertThat(PositionRange.parse(text, TOPIC, "positions")).isEqualTo(new PositionRange(partition, first, last));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "5", "0@", "0@-5", "0@9-5", "-1@5", "0@99999999999999999999", "agent.audit.dlq/0@5", "0@5 "})
    void refusesOtherTextsAndNamesTheField(String text) {
        assertThatThrownBy(() -> PositionRange.parse(text, TOPIC, "positions"))
                .isInstanceOfSatisfying(InvalidFieldException.class, refusal -> assertThat(refusal.field())
                        .isEqualTo("positions"));
    }

    @Test
    void selectsRangesOldestFirst() {
        for (int i = 0; i < 600; i++) {
            broker.add("red", "invalid");
        }
        var filter = new DeadLetterFilter(
                DeadLetterScope.ALL,
                null,
                null,
                List.of(new PositionRange(0, 590, Long.MAX_VALUE), new PositionRange(0, 4, 5)));

        var found = query.select(broker.log(), TOPIC, filter, new RedriveMarks(), 5);

        assertThat(found.records())
                .extracting(record -> record.position().offset())
                .containsExactly(4L, 5L, 590L, 591L, 592L);
        assertThat(found.more()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "agent.events.dlq, agent.events",
        "agent.audit.dlq, agent.audit",
        "agent.inbound.chat.dlq, agent.inbound.chat",
        "agent.inbound.a.b.dlq, agent.inbound.a.b"
    })
    void knowsTheDeadLettersOfAgentHost(String name, String original) {
        assertThat(DeadLetterTopic.of(name))
                .hasValueSatisfying(topic -> assertThat(topic.original()).isEqualTo(original));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "agent.events",
                "orders.dlq",
                "agent.keys.dlq",
                "agent.inbound..dlq",
                "agent.inbound.chat.dlq.dlq",
                ".dlq",
                "agent.outbound.chat.dlq"
            })
    void knowsNoOtherTopic(String name) {
        assertThat(DeadLetterTopic.of(name)).isEmpty();
    }

    @Test
    void theTopicOfAnAdapterIsItsWorkspacesAlone() {
        var chat = new DeadLetterTopic("agent.inbound.chat.dlq");
        var unknown = new DeadLetterTopic("agent.inbound.other.dlq");

        assertThat(DeadLetterBroker.OWNERS.isVisible(chat, new DeadLetterScope("red")))
                .isTrue();
        assertThat(DeadLetterBroker.OWNERS.isVisible(chat, new DeadLetterScope("blue")))
                .isFalse();
        assertThat(DeadLetterBroker.OWNERS.isVisible(unknown, new DeadLetterScope("red")))
                .isFalse();
        assertThat(DeadLetterBroker.OWNERS.isVisible(unknown, DeadLetterScope.ALL))
                .isTrue();
        assertThat(DeadLetterBroker.OWNERS.isVisible(TOPIC, new DeadLetterScope("red")))
                .isTrue();
    }
}
