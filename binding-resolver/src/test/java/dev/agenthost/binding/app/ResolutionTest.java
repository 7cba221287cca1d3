package dev.agenthost.binding.app;

import static dev.agenthost.binding.app.Admin.agent;
import static dev.agenthost.binding.app.Admin.bind;
import static dev.agenthost.binding.app.Admin.demo;
import static dev.agenthost.binding.app.Admin.fresh;
import static dev.agenthost.binding.app.Admin.other;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import dev.agenthost.binding.Events;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunIds;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.ResolutionOutcome;
import dev.agenthost.protocol.run.UnboundReason;
import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(Keys.class)
class ResolutionTest {
    private static Wire wire;

    @BeforeAll
    static void connect() {
        wire = new Wire(Topics.RUN_REQUESTS, Topics.AUDIT, Topics.dlq(Topics.EVENTS));
    }

    @AfterAll
    static void disconnect() {
        wire.close();
    }

    @Test
    void anEventBecomesARunRequestWithTheFrozenBinding() {
        String bot = fresh("bot");
        String agent = agent();
        String binding = fresh("b");
        bind(binding, bot, agent).then().statusCode(201);
        EventEnvelope event = Events.messageOf("demo", bot, "c1");

        RecordPosition position = wire.send(event);

        Resolution resolution = wire.await(event);
        assertThat(resolution.runId()).isEqualTo(RunIds.of("demo", event.eventId(), 0));
        assertThat(resolution.event()).isEqualTo(event);
        assertThat(resolution.eventPosition()).isEqualTo(position);
        assertThat(resolution.outcome()).isInstanceOfSatisfying(ResolutionOutcome.Bound.class, bound -> {
            assertThat(bound.binding().bindingId()).isEqualTo(binding);
            assertThat(bound.binding().agentId()).isEqualTo(agent);
            assertThat(bound.binding().agentVersion()).isEqualTo(1);
        });
        ConsumerRecord<String, byte[]> record = wire.await(
                Topics.RUN_REQUESTS,
                one -> resolution.runId().toString().equals(Wire.header(one, CloudEventHeaders.ID)));
        assertThat(record.key()).isEqualTo(event.conversationKey().value());
        assertThat(record.partition()).isEqualTo(event.conversationKey().partition());
        assertThat(Wire.header(record, CloudEventHeaders.TYPE)).isEqualTo(CloudEventHeaders.RESOLUTION_TYPE);
        assertThat(Wire.header(record, CloudEventHeaders.TRACEPARENT)).startsWith("00-0af7651916cd43dd");
    }

    @Test
    void whoeverAsksLearnsWhyNobodyAnswers() {
        EventEnvelope event = Events.messageOf("demo", fresh("bot"), "c1");

        wire.send(event);

        assertThat(wire.await(event).outcome())
                .isInstanceOfSatisfying(ResolutionOutcome.Unbound.class, unbound -> assertThat(unbound.reason())
                        .isEqualTo(UnboundReason.NO_BINDING));
        String path = "/api/v1/resolutions/" + event.eventId();
        demo().get(path)
                .then()
                .statusCode(200)
                .body("outcome.reason", equalTo("no_binding"))
                .body("run_id", equalTo(RunIds.of("demo", event.eventId(), 0).toString()))
                .body("conflicts", hasSize(0));
        other().get(path).then().statusCode(404);
        awaitPublished(path);
    }

    @Test
    void anEventThatIsOlderThanTheMemoryIsNotRun() {
        EventEnvelope event = Events.with(
                Events.messageOf("demo", fresh("bot"), "c1"),
                "event_time",
                Instant.now().minus(Duration.ofDays(36)).getEpochSecond());

        wire.send(event);

        assertThat(wire.await(event).outcome())
                .isInstanceOfSatisfying(ResolutionOutcome.Unbound.class, unbound -> assertThat(unbound.reason())
                        .isEqualTo(UnboundReason.EVENT_TOO_OLD));
    }

    @Test
    void aRepetitionIsDroppedAndAnotherBodyUnderItsIdIsRecorded() {
        EventEnvelope event = Events.messageOf("demo", fresh("bot"), "c1");
        EventEnvelope otherBody = Events.with(event, "event_type", "message.recalled");
        EventEnvelope last = Events.messageOf("demo", event.botId(), "c1");

        wire.send(event);
        wire.await(event);
        wire.send(event);
        wire.send(otherBody);
        wire.send(event);
        wire.send(last);

        wire.await(last);
        assertThat(wire.resolutions(event.eventId())).hasSize(1);
        assertThat(wire.resolutions(event.eventId()).getFirst().event().eventType())
                .isEqualTo("message.received");
        demo().get("/api/v1/resolutions/" + event.eventId())
                .then()
                .body("event.event_type", equalTo("message.received"))
                .body("conflicts", hasSize(1))
                .body("conflicts[0].fingerprint", equalTo(otherBody.fingerprint()));
    }

    @Test
    void aRecordThatIsNoEventIsSetAsideAndThePartitionGoesOn() {
        EventEnvelope event = Events.messageOf("demo", fresh("bot"), "c1");
        List<byte[]> noEvents = List.of(
                "garbage".getBytes(StandardCharsets.UTF_8),
                new byte[] {0, (byte) 0xff, 7},
                "{}".getBytes(StandardCharsets.UTF_8),
                new String(ProtocolCodec.encode(event), StandardCharsets.UTF_8)
                        .replace("\"bot_id\"", "\"robot_id\"")
                        .getBytes(StandardCharsets.UTF_8));
        List<RecordPosition> positions = new ArrayList<>();
        noEvents.forEach(value -> positions.add(wire.send(event, value)));

        wire.send(event);

        wire.await(event);
        for (int i = 0; i < noEvents.size(); i++) {
            ConsumerRecord<String, byte[]> letter = deadLetter(positions.get(i));
            assertThat(letter.value()).isEqualTo(noEvents.get(i));
            assertThat(letter.key()).isEqualTo(event.conversationKey().value());
            assertThat(Wire.header(letter, DeadLetterHeaders.REASON)).isEqualTo("undecodable");
            assertThat(Wire.header(letter, CloudEventHeaders.ID))
                    .isEqualTo(event.eventId().toString());
        }
        assertThat(Wire.header(deadLetter(positions.get(3)), DeadLetterHeaders.DETAIL))
                .contains("bot_id");
    }

    @Test
    void dataThatPostgresRefusesIsFoundAmongGoodOnesAndSetAside() {
        String bot = fresh("bot");
        List<EventEnvelope> good = new ArrayList<>();
        List<RecordPosition> bad = new ArrayList<>();
        EventEnvelope first = Events.messageOf("demo", bot, "c1");
        for (int i = 0; i < 5; i++) {
            EventEnvelope before = Events.messageOf("demo", bot, "c1");
            good.add(before);
            wire.send(before);
            bad.add(wire.send(first, ProtocolCodec.encode(Events.messageOf("de\u0000mo", bot, "c1"))));
        }

        good.forEach(event -> wire.await(event));
        for (RecordPosition position : bad) {
            assertThat(Wire.header(deadLetter(position), DeadLetterHeaders.REASON))
                    .isEqualTo("refused_by_database");
        }
    }

    @Test
    void aZeroInATextOfAPersonIsNoReasonToAnswerNobody() {
        EventEnvelope event = Events.messageOf("demo", fresh("bot"), "c\u00001");

        wire.send(event);

        assertThat(wire.await(event).event().conversationId()).isEqualTo("c\u00001");
        demo().get("/api/v1/resolutions/" + event.eventId()).then().statusCode(200);
    }

    @Test
    void keepsTheOrderWithinEachConversation() {
        String bot = fresh("bot");
        List<EventEnvelope> events = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            events.add(Events.messageOf("demo", bot, "c" + i % 10));
        }

        events.forEach(wire::send);

        events.forEach(wire::await);
        List<EventEnvelope> arrived = wire.all(Topics.RUN_REQUESTS).stream()
                .map(record -> Wire.resolution(record).event())
                .filter(event -> event.botId().equals(bot))
                .toList();
        for (int i = 0; i < 10; i++) {
            String conversation = "c" + i;
            assertThat(arrived.stream().filter(e -> conversation.equals(e.conversationId())))
                    .containsExactlyElementsOf(events.stream()
                            .filter(e -> conversation.equals(e.conversationId()))
                            .toList());
        }
    }

    @Test
    void eachDecisionAndEachChangeIsAudited() throws Exception {
        String agent = agent();
        EventEnvelope event = Events.messageOf("demo", fresh("bot"), "c1");

        wire.send(event);

        AuditEntry resolved = audit("\"run_id\":\"" + RunIds.of("demo", event.eventId(), 0));
        assertThat(resolved.action()).isEqualTo("binding.resolve");
        assertThat(resolved.code()).isEqualTo("no_binding");
        AuditEntry changed = audit("agent/" + agent);
        assertThat(changed.action()).isEqualTo("agent.create");
        assertThat(changed.actor()).isEqualTo("demo");
    }

    private static AuditEntry audit(String text) throws Exception {
        ConsumerRecord<String, byte[]> record =
                wire.await(Topics.AUDIT, one -> new String(one.value(), StandardCharsets.UTF_8).contains(text));
        return ProtocolCodec.decode(record.value(), AuditEntry.class);
    }

    private static ConsumerRecord<String, byte[]> deadLetter(RecordPosition position) {
        return wire.await(
                Topics.dlq(Topics.EVENTS),
                letter -> Integer.toString(position.partition())
                                .equals(Wire.header(letter, DeadLetterHeaders.PARTITION))
                        && Long.toString(position.offset()).equals(Wire.header(letter, DeadLetterHeaders.OFFSET)));
    }

    private static void awaitPublished(String path) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .until(() -> demo().get(path).jsonPath().getBoolean("published"));
    }
}
