package dev.agenthost.walk;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.walk.adapter.GuideAdapter;
import dev.agenthost.walk.adapter.ImAdapter;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.MissingPrerequisite;
import dev.agenthost.walk.topic.AsyncApiRecorder;
import dev.agenthost.walk.topic.RecordKinds;
import dev.agenthost.walk.topic.TopicRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end-to-end scenarios with one replica of every service. One process dies at a time. */
class SingleReplicaTest extends EndToEndSuite implements DatabaseRestore {

    SingleReplicaTest() {
        super(1, Map.of());
    }

    @Override
    public List<List<String>> deaths() {
        return FailPoints.ALL.stream().map(List::of).toList();
    }

    /** Checks all records of the tests of this class, and at least one of every kind. */
    @AfterAll
    void everyRecordOnTheTopicsIsAsTheDocumentSays() throws InterruptedException {
        walk().awaitReady();
        RecordKinds.isSent(walk());
        AsyncApiRecorder.everyRecord(walk().box.bootstrapServers());
    }

    @Test
    void answersTwoHundredConversationsAtOnceInOrder() throws InterruptedException {
        ConcurrentConversations.allAnsweredInOrder(walk().door);
    }

    @Test
    void oneTraceLeadsFromTheInboundRecordToTheDelivery() {
        TracePropagation.leadsFromTheInboundRecordToTheDelivery(walk());
    }

    @Test
    void anEventIsInTheLogsWithTheFixedKeysAndNothingThatWasSaid() throws Exception {
        TracePropagation.isInTheLogsWithTheFixedKeysAndNothingThatWasSaid(walk());
    }

    @Test
    void theGuidesAdapterInJavaIsAnsweredAndItsReceiptEndsThePart(@TempDir Path directory) throws IOException {
        try (var adapter = GuideAdapter.inJava(walk().box.bootstrapServers(), directory)) {
            var text = "hello from Java " + UUID.randomUUID();
            adapter.isAnswered(text);
            awaitDelivered(text);
        }
    }

    @Test
    void theGuidesAdapterInPythonIsAnsweredAndItsReceiptEndsThePart(@TempDir Path directory) throws Exception {
        var python = GuideAdapter.inPython(walk().box.bootstrapServers(), directory);
        if (python.isEmpty()) {
            MissingPrerequisite.skips(
                    "SKIPPED: the guide's adapter in Python is not tested, for no Python here has confluent_kafka. Install it"
                            + " (Debian: apt-get install python3-confluent-kafka).");
        }
        try (var adapter = python.orElseThrow()) {
            var text = "hello from Python " + UUID.randomUUID();
            adapter.isAnswered(text);
            awaitDelivered(text);
        }
    }

    @Test
    void aPartThatWasSentAndNotRecordedComesAgainWithTheSameBytes() throws Exception {
        var text = "twice at most " + UUID.randomUUID();
        walk().arm("delivery.50-sent");
        try (var adapter = new ImAdapter(walk().box.bootstrapServers())) {
            var run = adapter.publishBinary(
                    "demo", UUID.randomUUID().toString(), UUID.randomUUID().toString(), text);
            await("death").atMost(Duration.ofSeconds(60)).until(() -> walk().sprung("delivery.50-sent"));
            walk().awaitReady();

            await("repetition")
                    .atMost(Duration.ofSeconds(90))
                    .pollInterval(500, MILLISECONDS)
                    .untilAsserted(() -> {
                        var parts = TopicRecords.all(walk().box.bootstrapServers()).get("agent.outbound.demo").stream()
                                .filter(record ->
                                        TopicRecords.header(record, "ce_id").equals(run + "/1"))
                                .toList();
                        assertThat(parts).hasSizeGreaterThan(1);
                        assertThat(parts).allSatisfy(part -> assertThat(part.value())
                                .isEqualTo(parts.getFirst().value()));
                        assertThat(parts)
                                .extracting(part -> part.partition())
                                .containsOnly(parts.getFirst().partition());
                    });
        } finally {
            walk().disarm("delivery.50-sent");
        }
    }

    /** Waits until the part of that text was published for the adapter, and its receipt was published too. */
    private void awaitDelivered(String text) {
        await("receipt of " + text)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(500, MILLISECONDS)
                .untilAsserted(() -> {
                    var topics = TopicRecords.all(walk().box.bootstrapServers());
                    var parts = topics.getOrDefault("agent.outbound.demo", List.of()).stream()
                            .map(record -> json(record.value()))
                            .filter(part -> part.path("kind").asText().equals("message")
                                    && part.path("text").asText().equals(text))
                            .toList();
                    assertThat(parts).isNotEmpty();
                    assertThat(topics.getOrDefault("agent.delivery-receipts", List.of()).stream()
                                    .map(record -> json(record.value()))
                                    .filter(receipt -> receipt.path("run_id")
                                            .equals(parts.getFirst().path("run_id"))))
                            .extracting(receipt -> receipt.path("surface").asText() + " "
                                    + receipt.path("status").asText())
                            .containsExactly("demo delivered");
                });
    }

    private static JsonNode json(byte[] value) {
        try {
            return FrontDoor.JSON.readTree(value);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
