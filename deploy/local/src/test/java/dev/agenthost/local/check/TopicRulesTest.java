package dev.agenthost.local.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.topic.CloudEventHeaders;
import dev.agenthost.protocol.topic.ConversationPartitioner;
import dev.agenthost.protocol.topic.DeadLetterHeaders;
import dev.agenthost.protocol.topic.DeadLetterReason;
import dev.agenthost.protocol.topic.RecordPosition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicRulesTest {
    private static final Instant AT = Instant.parse("2026-11-21T10:00:00Z");
    private static final Path GOLDEN = Path.of("../../protocol/src/test/resources/golden/own");
    private static final String RUN = "5a0c2a52-6d7f-5b8e-8a59-33c1c62b0a10";
    private static final String KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";
    private static final String REVOKED = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

    @ParameterizedTest
    @CsvSource({
        "agent.events, dev.agenthost.event, event_envelope, demo/demo/c1/, demo/demo/c1/",
        "agent.run-requests, dev.agenthost.resolution, resolution_bound, demo/demo/c1/, demo/demo/c1/",
        "agent.run-results, dev.agenthost.results, run_results, " + RUN + ", demo/demo/c1/",
        "agent.delivery-receipts, dev.agenthost.receipt, delivery_receipt, " + RUN + ", demo/demo/c1/",
        "agent.adapter-receipts, dev.agenthost.adapter-receipt, adapter_receipt, " + RUN + ", " + RUN,
        "agent.audit, dev.agenthost.audit, audit_entry, demo/demo/c1/, demo/demo/c1/",
        "agent.outbound.chat, dev.agenthost.outbound.message, outbound_message, demo/demo/c1/t1, x",
        "agent.outbound.chat, dev.agenthost.outbound.failure, outbound_failure, demo/demo/c1/t1, x",
        "agent.outbound.chat, dev.agenthost.outbound.delta, outbound_delta, demo/demo/c1/, x",
        "agent.keys, dev.agenthost.key, access_key, " + KEY + ", x",
        "agent.keys, dev.agenthost.key, access_key_revoked, " + REVOKED + "/revoked, x",
        "agent.runners, dev.agenthost.runner, known_runner, plugin:acme/helper/default, x",
        "agent.bots, dev.agenthost.bot, bot_registration, support, x",
        "agent.takeovers, dev.agenthost.takeover, conversation_takeover, demo/support/7/, x",
        "agent.dead-letter-marks, dev.agenthost.redrive, redrive_mark_redriven, agent.events.dlq/0@5/" + KEY + ", x",
    })
    void aRecordOfOursIsGoodUntilAnyPartOfItIsChanged(
            String topic, String type, String golden, String key, String order) throws IOException {
        byte[] value = Files.readAllBytes(GOLDEN.resolve(golden + ".json"));
        int partition = ConversationPartitioner.of(order);
        var good = record(topic, partition, key, headers(type), value);
        assertThat(check(good)).isEmpty();

        for (String name : good.headers().keySet()) {
            var headers = new HashMap<>(good.headers());
            headers.remove(name);
            assertThat(check(record(topic, partition, key, headers, value)))
                    .as(name)
                    .hasValueSatisfying(wrong -> assertThat(wrong.field()).isEqualTo(name));
        }
        assertThat(check(record(topic, partition, key, headers("dev.agenthost.other"), value)))
                .hasValueSatisfying(wrong -> assertThat(wrong.field()).isEqualTo("ce_type"));
        assertThat(check(record(topic, partition, key, headers(type), "{}".getBytes(StandardCharsets.UTF_8))))
                .hasValueSatisfying(wrong -> assertThat(wrong.rule()).isEqualTo("undecodable"));
        assertThat(check(record(topic, partition, key, headers(type), null)))
                .hasValueSatisfying(wrong -> assertThat(wrong.rule()).isEqualTo("undecodable"));
        if (!topic.contains("outbound") && !topic.equals("agent.audit")) {
            assertThat(check(record(topic, partition, "another", headers(type), value)))
                    .hasValueSatisfying(wrong -> assertThat(wrong.rule()).isEqualTo("key"));
        }
        if (!order.equals("x") && !topic.equals("agent.audit")) {
            assertThat(check(record(topic, (partition + 1) % 12, key, headers(type), value)))
                    .hasValueSatisfying(wrong -> assertThat(wrong.rule()).isEqualTo("partition"));
        }
    }

    @Test
    void anAdaptersRecordWithAMistypedMemberIsGoodAndWarnedOf() {
        byte[] value = "{\"bot_id\":\"b\",\"conversaton_id\":\"c\",\"text\":\"hi\"}".getBytes(StandardCharsets.UTF_8);
        var record = record("agent.inbound.chat", 0, "k", Map.of(), value);
        var rules = TopicRules.of("agent.inbound.chat", "demo", Set.of("*")).orElseThrow();

        assertThat(rules.check(record)).isEmpty();
        assertThat(rules.warnings(record))
                .containsExactly("conversaton_id is unknown and was ignored; the nearest name is conversation_id");
    }

    @Test
    void aKeyThatWouldOpenEveryWorkspaceIsNone() throws IOException {
        String hostKey = Files.readString(GOLDEN.resolve("access_key.json"))
                .replace("\"workspace_id\": \"demo\"", "\"workspace_id\": \"*\"");
        assertThat(check(record(
                        "agent.keys", 0, KEY, headers("dev.agenthost.key"), hostKey.getBytes(StandardCharsets.UTF_8))))
                .hasValueSatisfying(wrong -> assertThat(wrong.field()).isEqualTo("workspace_id"));
    }

    @Test
    void aRecordOfAnAdapterIsJudgedAsTheGatewayJudgesIt() {
        assertThat(inbound("{\"bot_id\":\"demo\",\"text\":\"hello\"}")).isEmpty();
        assertThat(inbound("{\"bot_id\":\"demo\"}"))
                .contains(new RuleViolation("invalid", "text", "is missing or empty"));
        assertThat(inbound("{\"bot_id\":\"other\",\"text\":\"hello\"}"))
                .contains(new RuleViolation("foreign", "bot_id", "must be one that im serves"));
        assertThat(inbound("no json"))
                .hasValueSatisfying(wrong -> assertThat(wrong.rule()).isEqualTo("undecodable"));
    }

    @Test
    void resultsThatDoNotFollowEachOtherOrAreNotWhatTheySayAreWrong() {
        String start = "{\"run_id\":\"" + RUN
                + "\",\"attempt\":1,\"workspace_id\":\"w\",\"conversation_key\":\"k\",\"results\":[";
        String delta =
                "{\"sequence\":%d,\"type\":\"message.delta\",\"timestamp\":1,\"data\":{\"chunk\":{\"role\":\"assistant\",\"content\":\"x\"}}}";
        String nothing = "{\"sequence\":2,\"type\":\"message.delta\",\"timestamp\":1,\"data\":{}}";
        assertThat(results(start + delta.formatted(1) + "," + delta.formatted(2) + "]}"))
                .isEmpty();
        assertThat(results(start + delta.formatted(1) + "," + delta.formatted(3) + "]}"))
                .contains(new RuleViolation("undecodable", "results", "must be consecutive"));
        assertThat(results(start + nothing + "]}"))
                .contains(new RuleViolation("undecodable", "results[0].data", "does not match its type"));
    }

    @Test
    void aDeadLetterSaysItselfWhatIsWrong() {
        var from = new RecordPosition("agent.events", 3, 42);
        var letter = record(
                "agent.events.dlq",
                0,
                "k",
                DeadLetterHeaders.of(DeadLetterReason.INVALID, "bot_id is missing", from),
                null);
        assertThat(check(letter)).contains(new RuleViolation("invalid", "bot_id", "is missing"));
    }

    @Test
    void anotherTopicHasNoRules() {
        assertThat(TopicRules.of("orders", "demo", Set.of("*"))).isEmpty();
        assertThat(TopicRules.of("agent.event", "demo", Set.of("*"))).isEmpty();
    }

    private static Optional<RuleViolation> inbound(String value) {
        return check(record("agent.inbound.im", 0, null, Map.of(), value.getBytes(StandardCharsets.UTF_8)));
    }

    private static Optional<RuleViolation> results(String value) {
        return check(record(
                "agent.run-results",
                ConversationPartitioner.of("k"),
                RUN,
                headers("dev.agenthost.results"),
                value.getBytes(StandardCharsets.UTF_8)));
    }

    private static Optional<RuleViolation> check(TopicRecord record) {
        return TopicRules.of(record.position().topic(), "demo", Set.of("demo"))
                .orElseThrow()
                .check(record);
    }

    private static Map<String, String> headers(String type) {
        return CloudEventHeaders.of(type, "id-1", "a-service", AT, "demo", null);
    }

    private static TopicRecord record(
            String topic, int partition, String key, Map<String, String> headers, byte[] value) {
        return new TopicRecord(new RecordPosition(topic, partition, 7), key, headers, value, AT);
    }
}
