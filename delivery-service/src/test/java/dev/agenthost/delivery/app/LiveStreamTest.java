package dev.agenthost.delivery.app;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the frames of a live stream and its resumption. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class LiveStreamTest extends LiveStreams {
    private static final String[] NO_KEY = {};

    @Test
    void streamsARunFromItsBeginningToItsEnd() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        publish(run);
        try (EventSource stream = open(run)) {
            assertThat(stream.status()).isEqualTo(200);
            assertThat(stream.header("content-type")).isEqualTo("text/event-stream");
            assertThat(stream.header("cache-control")).isEqualTo("no-cache");
            assertThat(stream.header("x-accel-buffering")).isEqualTo("no");
            assertThat(stream.rest())
                    .extracting(EventSource::idOf)
                    .containsExactly("1-1", "1-2", "1-3", "1-4", "1-5", "2-1", "2-2", "2-3");
        }
    }

    @Test
    void refusesTheSenderOfAnotherEventWithTheSameId() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        String mine =
                path(run.runId(), DeliverySettings.token(run.workspace(), run.runId(), partition(run), "b".repeat(64)));
        String firsts =
                path(run.runId(), DeliverySettings.token(run.workspace(), run.runId(), partition(run), "a".repeat(64)));
        try (EventSource stream = EventSource.open(baseUrl, mine)) {
            DeliveryTopics.publish(
                    run.record(1, 1, run.startedFor("a".repeat(64)), DeliveredRun.message("for the first")));
            DeliveryTopics.publish(run.record(1, 3, DeliveredRun.completed()));
            assertThat(stream.rest())
                    .singleElement(as(STRING))
                    .startsWith("id: event.conflict\nevent: event.conflict\n")
                    .contains("\"code\":\"conflict\"")
                    .contains("with another event_id");
        }
        awaitApplied(run);
        try (EventSource late = EventSource.open(baseUrl, mine);
                EventSource again = EventSource.open(baseUrl, mine, "Last-Event-ID", "event.conflict");
                EventSource first = EventSource.open(baseUrl, firsts)) {
            assertThat(late.rest()).hasSize(1);
            assertThat(again.status()).isEqualTo(409);
            assertThat(first.rest()).extracting(EventSource::idOf).containsExactly("1-1", "1-2", "1-3");
        }
    }

    @Test
    void resumedAfterAnyFrameItEqualsTheUninterruptedStream() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        publish(run);
        List<String> whole;
        try (EventSource stream = open(run)) {
            whole = stream.rest();
        }
        for (int cut = 0; cut < whole.size() - 1; cut++) {
            String last = EventSource.idOf(whole.get(cut));
            try (EventSource byHeader = EventSource.open(baseUrl, path(run), "Last-Event-ID", last);
                    EventSource byQuery = EventSource.open(baseUrl, path(run) + "&last_event_id=" + last)) {
                assertThat(byHeader.rest()).isEqualTo(whole.subList(cut + 1, whole.size()));
                assertThat(byQuery.rest()).isEqualTo(whole.subList(cut + 1, whole.size()));
            }
        }
        try (EventSource atTheEnd = EventSource.open(baseUrl, path(run), "Last-Event-ID", "2-3")) {
            assertThat(atTheEnd.status()).isEqualTo(204);
        }
    }

    @Test
    void resumedLongAfterwardsItIsTheSameToTheByte() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        publish(run);
        List<String> live;
        try (EventSource stream = open(run)) {
            live = stream.rest();
        }
        forget(run);
        awaitApplied(run);
        for (int cut = 0; cut < live.size(); cut++) {
            String[] headers = cut == 0 ? NO_KEY : new String[] {"Last-Event-ID", EventSource.idOf(live.get(cut - 1))};
            try (EventSource resumed = EventSource.open(baseUrl, path(run), headers)) {
                assertThat(resumed.rest()).isEqualTo(live.subList(cut, live.size()));
            }
        }
        try (EventSource atTheEnd = EventSource.open(baseUrl, path(run), "Last-Event-ID", "2-3")) {
            assertThat(atTheEnd.status()).isEqualTo(204);
        }
    }

    /** After the database was restored a run is repeated, with other results at the same positions. */
    @Test
    void aRepeatedRunShowsWhatItSaidFirst() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(
                run.record(1, 1, run.started(), DeliveredRun.message("first"), DeliveredRun.completed()));
        awaitApplied(run);
        forget(run);
        DeliveryTopics.publish(
                run.record(1, 1, run.started(), DeliveredRun.message("second"), DeliveredRun.completed()));
        try (EventSource stream = open(run)) {
            assertThat(stream.rest()).hasSize(3).element(1, as(STRING)).contains("first");
        }
    }

    @Test
    void waitsForARunThatDoesNotExistYet() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        try (EventSource stream = open(run)) {
            assertThat(stream.status()).isEqualTo(200);
            DeliveryTopics.publish(run.record(1, 1, run.started()));
            assertThat(stream.next()).startsWith("id: 1-1\nevent: run.started\n");
            DeliveryTopics.publish(run.record(1, 2, DeliveredRun.delta("he")));
            assertThat(stream.next()).startsWith("id: 1-2\nevent: message.delta\n");
            DeliveryTopics.publish(run.record(1, 3, DeliveredRun.message("hello"), DeliveredRun.completed()));
            assertThat(stream.rest()).extracting(EventSource::idOf).containsExactly("1-3", "1-4");
        }
    }

    @Test
    void waitsForARunWhoseFirstAttemptHadNoResult() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        try (EventSource stream = open(run)) {
            DeliveryTopics.publish(run.record(2, 1, run.started(), DeliveredRun.failed("host.lost")));
            assertThat(stream.rest()).extracting(EventSource::idOf).containsExactly("2-1", "2-2");
        }
    }

    @Test
    void reportsTheReasonOfAnUnansweredEvent() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(run.record(0, 1, run.unanswered()));
        try (EventSource stream = open(run)) {
            assertThat(stream.rest()).singleElement().asString().startsWith("id: 0-1\nevent: run.unanswered\n");
        }
        try (EventSource atTheEnd = EventSource.open(baseUrl, path(run), "Last-Event-ID", "0-1")) {
            assertThat(atTheEnd.status()).isEqualTo(204);
        }
    }

    @Test
    void allReadersOfARunReceiveTheSameBytes() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        List<EventSource> readers =
                java.util.stream.IntStream.range(0, 20).mapToObj(i -> open(run)).toList();
        publish(run);
        List<String> first = readers.getFirst().rest();
        assertThat(first).hasSize(8);
        readers.stream().skip(1).forEach(reader -> assertThat(reader.rest()).isEqualTo(first));
    }

    @Test
    void sendsKeepAlivesOnAnIdleStream() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        DeliveryTopics.publish(run.record(1, 1, run.started()));
        try (EventSource stream = open(run)) {
            stream.next();
            Thread.ofVirtual().start(() -> {
                await().pollDelay(Duration.ofMillis(1500)).until(() -> true);
                DeliveryTopics.publish(run.record(1, 2, DeliveredRun.completed()));
            });
            assertThat(stream.rest()).hasSize(1);
            assertThat(stream.comments()).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "1", "1-", "-1", "1-x", "1-2-3", "99999999999-1"})
    void refusesALastEventIdThatItNeverGave(String last) {
        DeliveredRun run = DeliveredRun.toEventSurface();
        EventSource answer = EventSource.open(baseUrl, path(run), "Last-Event-ID", last);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
        assertThat(answer.body()).contains("\"field\":\"last_event_id\"");
    }

    @Test
    void namesTheTranscriptAfterTheTopicDeletedTheRun() throws Exception {
        DeliveredRun run = DeliveredRun.toEventSurface();
        publish(run);
        awaitApplied(run);
        forget(run);
        long end = DeliveryTopics.publish(
                DeliveredRun.in(run.conversation()).record(1, 1, DeliveredRun.message("the next run")));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", KafkaTestBroker.bootstrapServers()))) {
            admin.deleteRecords(Map.of(
                            new TopicPartition(Topics.RUN_RESULTS, partition(run)), RecordsToDelete.beforeOffset(end)))
                    .all()
                    .get();
        }
        // A tail that has not read the last record yet loses its offset by the deletion, and closes its streams to be
        // resumed.
        EventSource gone = await().atMost(Duration.ofSeconds(20)).until(() -> open(run), one -> one.status() != 503);
        assertThat(gone.status()).isEqualTo(410);
        assertThat(gone.body())
                .contains("\"transcript\":\"/api/v1/workspaces/demo/bots/bot/conversations/" + run.conversation()
                        + "/transcript\"");
    }

    @Test
    void disconnectsASlowReader() {
        DeliveredRun run = DeliveredRun.toEventSurface();
        String megabyte = "x".repeat(1_000_000);
        try (EventSource slow = open(run);
                EventSource quick = open(run)) {
            DeliveryTopics.publish(run.record(1, 1, run.started()));
            assertThat(slow.next()).startsWith("id: 1-1");
            assertThat(quick.next()).startsWith("id: 1-1");
            for (int i = 0; i < 24; i++) {
                DeliveryTopics.publish(run.record(1, 2 + i, DeliveredRun.delta(megabyte)));
                assertThat(quick.next()).startsWith("id: 1-" + (2 + i));
            }
            DeliveryTopics.publish(run.record(1, 26, DeliveredRun.completed()));
            assertThat(quick.rest()).hasSize(1);
            assertThat(countOf(slow)).isLessThan(25);
        }
    }

    private static int countOf(EventSource cut) {
        int count = 0;
        try {
            while (!cut.next().isEmpty()) {
                count++;
            }
        } catch (IllegalStateException brokenOff) {
            return count;
        }
        return count;
    }

    /** Fills the tail's memory of the partition with records of other runs. */
    private static void forget(DeliveredRun run) {
        for (int i = 0; i < 3; i++) {
            DeliveredRun next = DeliveredRun.in(run.conversation());
            DeliveryTopics.publish(next.record(1, 1, DeliveredRun.message("y".repeat(2_000))));
        }
    }
}
