package dev.agenthost.gateway.deadletter;

import static dev.agenthost.gateway.deadletter.DeadLetterBroker.TOPIC;
import static dev.agenthost.gateway.deadletter.DeadLetterBroker.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.gateway.deadletter.DeadLetterContent.HeaderValue;
import dev.agenthost.gateway.deadletter.RedriveOutcome.Kind;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.RedriveMark;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedriveTest {
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final InstantSource NOW = InstantSource.fixed(Instant.ofEpochSecond(5_000));

    private final DeadLetterBroker broker = new DeadLetterBroker();
    private final Map<String, Long> counted = new HashMap<>();

    @Test
    void redrivesInTheOrderOfTheDeadLettersToTheirPartitionsWithTheirHeaders() {
        broker.add("red", "undecodable", new RecordPosition("agent.events", 7, 40));
        broker.add("red", "invalid");
        broker.add("red", "undecodable", new RecordPosition("agent.events", 7, 41));

        RedriveReport report = run(request("undecodable", DeadLetterScope.ALL, false));

        assertThat(report.outcomes()).extracting(RedriveOutcome::kind).containsExactly(Kind.REDRIVEN, Kind.REDRIVEN);
        assertThat(broker.published).extracting(RedriveMessage::source).containsExactly(at(0), at(2));
        RedriveMessage first = broker.published.getFirst();
        assertThat(first.topic()).isEqualTo("agent.events");
        assertThat(first.partition()).isEqualTo(7);
        assertThat(first.key()).asString(StandardCharsets.UTF_8).isEqualTo("k0");
        assertThat(first.value()).containsExactly(1);
        assertThat(first.headers())
                .extracting(HeaderValue::name)
                .containsExactly("ce_id", "agenthost-redriven-from", "agenthost-redrive-count");
        assertThat(text(first, "agenthost-redriven-from")).isEqualTo("agent.events.dlq/0@0");
        assertThat(text(first, "agenthost-redrive-count")).isEqualTo("1");
        assertThat(broker.audit).singleElement().satisfies(entry -> {
            assertThat(entry.action()).isEqualTo("dead_letter.redrive");
            assertThat(entry.actor()).isEqualTo("ada");
            assertThat(entry.workspaceId()).isEqualTo("red");
            assertThat(entry.resource()).isEqualTo("dead_letter/agent.events.dlq");
            assertThat(entry.detail()).isEqualTo("2 of redrive r-ada: 0@0, 0@2");
        });
    }

    @Test
    void countsOnFromTheRedrivesThatTheRecordShows() {
        broker.add("red", "undecodable");
        DeadLetterContent first = broker.letters.removeFirst();
        DeadLetterRecord again = new DeadLetterRecord(
                at(0),
                Instant.EPOCH,
                "undecodable",
                null,
                new RecordPosition("agent.events", 1, 1),
                "red",
                1,
                "agent.events.dlq/0@9",
                1);
        List<HeaderValue> headers = new ArrayList<>(first.headers());
        headers.add(DeadLetterBroker.header("agenthost-redriven-from", "agent.events.dlq/0@9"));
        headers.add(DeadLetterBroker.header("agenthost-redrive-count", "1"));
        broker.letters.add(new DeadLetterContent(again, headers, first.key(), first.value()));

        run(request(null, DeadLetterScope.ALL, false));

        assertThat(broker.published.getFirst().headers())
                .filteredOn(header -> header.name().startsWith("agenthost-redriv"))
                .hasSize(2);
        assertThat(text(broker.published.getFirst(), "agenthost-redriven-from")).isEqualTo("agent.events.dlq/0@0");
        assertThat(text(broker.published.getFirst(), "agenthost-redrive-count")).isEqualTo("2");
    }

    @Test
    void redrivesADeadLetterOnceUnlessAskedToRepeat() {
        broker.add("red", "undecodable");
        run(request(null, DeadLetterScope.ALL, false));

        assertThat(run(request(null, DeadLetterScope.ALL, false)).outcomes()).isEmpty();
        assertThat(broker.published).hasSize(1);

        run(request(null, DeadLetterScope.ALL, true));
        assertThat(broker.published).hasSize(2);
        assertThat(broker.marks.getLast().number()).isEqualTo(2);
    }

    @Test
    void aWorkspaceRedrivesItsOwnAndTheHostAllWithAnEntryForEachWorkspace() {
        broker.add("red", "undecodable");
        broker.add("blue", "undecodable");
        broker.add(null, "undecodable");

        run(request(null, new DeadLetterScope("red"), false));
        assertThat(broker.published).extracting(RedriveMessage::source).containsExactly(at(0));

        broker.audit.clear();
        run(request(null, DeadLetterScope.ALL, false));
        assertThat(broker.published).extracting(RedriveMessage::source).containsExactly(at(0), at(1), at(2));
        assertThat(broker.audit)
                .extracting(entry -> entry.workspaceId() + " " + entry.detail())
                .containsExactly("* 1 of redrive r-ada: 0@2", "blue 1 of redrive r-ada: 0@1");
    }

    @Test
    void leavesWhatCannotGoBack() {
        broker.add("red", "undecodable", null);
        broker.add("red", "undecodable", new RecordPosition("agent.events", 11, 0));
        broker.partitions = 6;

        RedriveReport report = run(request(null, DeadLetterScope.ALL, false));

        assertThat(report.outcomes())
                .extracting(RedriveOutcome::kind)
                .containsExactly(Kind.NO_ORIGIN, Kind.NO_PARTITION);
        assertThat(broker.published).isEmpty();
        assertThat(broker.marks).isEmpty();
        assertThat(counted).isEqualTo(Map.of("agent.events no_origin", 1L, "agent.events no_partition", 1L));
    }

    @Test
    void aPlanWritesNothing() {
        broker.add("red", "undecodable");

        RedriveReport report = redrive(99).plan(broker.log(), request(null, DeadLetterScope.ALL, false));

        assertThat(report.outcomes()).extracting(RedriveOutcome::kind).containsExactly(Kind.PLANNED);
        assertThat(broker.marks).isEmpty();
        assertThat(broker.audit).isEmpty();
        assertThat(broker.published).isEmpty();
        assertThat(counted).isEmpty();
    }

    @Test
    void takesAtMostFiveHundredAndSaysThatThereIsMore() {
        for (int i = 0; i < Redrive.MOST + 1; i++) {
            broker.add("red", "undecodable");
        }

        assertThat(run(request(null, DeadLetterScope.ALL, false)).more()).isTrue();
        assertThat(broker.published).hasSize(Redrive.MOST);
        assertThat(run(request(null, DeadLetterScope.ALL, false)).more()).isFalse();
        assertThat(broker.published)
                .extracting(RedriveMessage::source)
                .doesNotHaveDuplicates()
                .hasSize(Redrive.MOST + 1);
    }

    /** A process ends after each of its writes: marks of the start, audit, records, marks of the end. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void aProcessThatEndsPublishesNothingTwiceAndNothingWithoutAudit(int writes) {
        broker.add("red", "undecodable");

        assertThatThrownBy(() -> redrive(writes).run(broker.log(), request(null, DeadLetterScope.ALL, false)))
                .isInstanceOf(DeadLettersUnavailableException.class);
        assertThat(broker.audit).hasSizeGreaterThanOrEqualTo(broker.published.size());
        RedriveStatus after =
                broker.log().marks().status(broker.letters.getFirst().record());
        assertThat(after).isEqualTo(writes == 0 ? RedriveStatus.OPEN : RedriveStatus.STARTED);
        assertThat(counted).isEqualTo(Map.of(writes == 3 ? "agent.events redriven" : "agent.events failed", 1L));

        run(request(null, DeadLetterScope.ALL, false));
        assertThat(broker.published).hasSize(writes == 0 || writes == 3 ? 1 : 0);

        run(request(null, DeadLetterScope.ALL, true));
        assertThat(broker.log().marks().status(broker.letters.getFirst().record()))
                .isEqualTo(RedriveStatus.REDRIVEN);
    }

    @Test
    void ofTwoReplicasThatStartTheSameTheFirstRedrivesIt() {
        broker.add("red", "undecodable");
        RedriveRequest second = request(null, DeadLetterScope.ALL, false, "grace");
        List<RedriveReport> reports = new ArrayList<>();
        DeadLetterBroker.Client overtaken = broker.new Client(99) {
            @Override
            public void mark(List<RedriveMark> marks) {
                if (broker.marks.isEmpty()) {
                    reports.add(redrive(99).run(broker.log(), second));
                }
                super.mark(marks);
            }
        };

        RedriveReport late = redrive(overtaken).run(broker.log(), request(null, DeadLetterScope.ALL, false));

        assertThat(reports.getFirst().outcomes())
                .extracting(RedriveOutcome::kind)
                .containsExactly(Kind.REDRIVEN);
        assertThat(late.outcomes()).extracting(RedriveOutcome::kind).containsExactly(Kind.HELD);
        assertThat(broker.published).hasSize(1);
        assertThat(broker.audit).extracting(entry -> entry.actor()).containsExactly("grace");
        assertThat(counted).isEqualTo(Map.of("agent.events redriven", 1L, "agent.events held", 1L));
    }

    private static String text(RedriveMessage message, String name) {
        return message.headers().stream()
                .filter(header -> header.name().equals(name))
                .map(header -> new String(header.value(), StandardCharsets.UTF_8))
                .findFirst()
                .orElse("");
    }

    private RedriveReport run(RedriveRequest request) {
        return redrive(99_999).run(broker.log(), request);
    }

    private Redrive redrive(int writes) {
        return redrive(broker.new Client(writes));
    }

    private Redrive redrive(RedriveProducer producer) {
        return new Redrive(
                new DeadLetterQuery(DeadLetterBroker.OWNERS, NOW, LONG),
                producer,
                (topic, outcome, records) -> counted.merge(topic + " " + outcome, records, Long::sum),
                NOW,
                LONG);
    }

    private static RedriveRequest request(String reason, DeadLetterScope scope, boolean repeat) {
        return request(reason, scope, repeat, "ada");
    }

    private static RedriveRequest request(String reason, DeadLetterScope scope, boolean repeat, String by) {
        return new RedriveRequest(TOPIC, new DeadLetterFilter(scope, reason, null, List.of()), repeat, "r-" + by, by);
    }
}
