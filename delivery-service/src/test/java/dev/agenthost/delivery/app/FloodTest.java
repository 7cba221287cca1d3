package dev.agenthost.delivery.app;

import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.protocol.delivery.OutboundDelta;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests a run of 100,000 deltas beside others of its partition; its adapter and its live stream receive all of them. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(DeliverySettings.class)
class FloodTest extends LiveStreams {
    private static final int RECORDS = 5_000;
    private static final int IN_EACH = 20;
    private static final String SECOND = Topics.outbound("flooded");

    @BeforeAll
    static void theOperatorsTopic() {
        KafkaTestBroker.createTopics(SECOND);
    }

    @Test
    void losesNoDeltaMergesThemForTheAdapterAndDelaysNoOtherRun() throws Exception {
        DeliveredRun flood = DeliveredRun.toEventSurface();
        DeliveredRun beside = inTheSamePartition(flood);
        List<String> shown;
        try (EventSource stream = open(flood)) {
            DeliveryTopics.publish(flood.record(1, 1, flood.startedOn("flooded")));
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < RECORDS; i++) {
                ResultPayload[] deltas = new ResultPayload[IN_EACH];
                for (int j = 0; j < IN_EACH; j++) {
                    String digit = Integer.toString((i * IN_EACH + j) % 7);
                    text.append(digit);
                    deltas[j] = DeliveredRun.delta(digit);
                }
                DeliveryTopics.send(flood.record(1, 2 + (long) i * IN_EACH, deltas));
                if (i == RECORDS / 2) {
                    DeliveryTopics.send(beside.record(
                            1,
                            1,
                            beside.startedOn("flooded"),
                            DeliveredRun.message("me too"),
                            DeliveredRun.completed()));
                }
            }
            DeliveryTopics.publish(flood.record(
                    1, 2 + RECORDS * IN_EACH, DeliveredRun.message(text.toString()), DeliveredRun.completed()));

            shown = resumedUntilTheEnd(flood, stream);
            assertThat(parts(beside)).singleElement().satisfies(part -> assertThat(part.text())
                    .isEqualTo("me too"));
            assertThat(parts(flood)).singleElement().satisfies(part -> assertThat(part.text())
                    .isEqualTo(text.toString()));
            List<OutboundDelta> pieces = pieces(flood);
            assertThat(text.toString())
                    .startsWith(pieces.stream().map(OutboundDelta::text).reduce("", String::concat));
            assertThat(pieces).hasSizeLessThan(RECORDS / 2);
        }
        assertThat(shown).hasSize(RECORDS * IN_EACH + 3);
        for (int i = 0; i < shown.size(); i++) {
            assertThat(shown.get(i)).isEqualTo("1-" + (i + 1));
        }
        assertThat(get("/q/health/ready").statusCode()).isEqualTo(200);
    }

    private static DeliveredRun inTheSamePartition(DeliveredRun other) {
        DeliveredRun run = DeliveredRun.toEventSurface();
        while (partition(run) != partition(other)) {
            run = DeliveredRun.toEventSurface();
        }
        return run;
    }

    /** Reads to the end; a slow reader is disconnected, and resumes after its last frame. */
    private List<String> resumedUntilTheEnd(DeliveredRun run, EventSource first) {
        List<String> ids = new ArrayList<>();
        EventSource stream = first;
        while (true) {
            try {
                for (String event = stream.next(); !event.isEmpty(); event = stream.next()) {
                    if (event.endsWith("\n\n")) {
                        ids.add(EventSource.idOf(event));
                    }
                }
            } catch (IllegalStateException brokenOff) {
                // The loop resumes below.
            }
            stream.close();
            if (ids.size() == RECORDS * IN_EACH + 3) {
                return ids;
            }
            stream = ids.isEmpty() ? open(run) : EventSource.open(baseUrl, path(run), "Last-Event-ID", ids.getLast());
            assertThat(stream.status()).isEqualTo(200);
        }
    }

    private static List<OutboundReply> parts(DeliveredRun run) throws Exception {
        List<OutboundReply> parts = new ArrayList<>();
        for (var part : records(run, "dev.agenthost.outbound.message")) {
            parts.add(ProtocolCodec.decode(part.value(), OutboundReply.class));
        }
        return parts;
    }

    private static List<OutboundDelta> pieces(DeliveredRun run) throws Exception {
        List<OutboundDelta> pieces = new ArrayList<>();
        for (var piece : records(run, "dev.agenthost.outbound.delta")) {
            pieces.add(ProtocolCodec.decode(piece.value(), OutboundDelta.class));
        }
        return pieces;
    }

    /** Returns records of a run whose part is published; its deltas were published before. */
    private static List<ConsumerRecord<byte[], byte[]>> records(DeliveredRun run, String type) {
        byte[] key = run.conversationKey().getBytes(StandardCharsets.UTF_8);
        return DeliveryTopics.awaitAll(SECOND, r -> Arrays.equals(r.key(), key), found -> found.stream()
                        .anyMatch(r -> DeliveryTopics.header(r, "ce_type").endsWith(".message")))
                .stream()
                .filter(r -> DeliveryTopics.header(r, "ce_type").equals(type))
                .toList();
    }
}
