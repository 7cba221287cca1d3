package dev.agenthost.delivery.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.RunResults;
import dev.agenthost.protocol.result.StateUpdated;
import dev.agenthost.protocol.result.ToolCallCompleted;
import dev.agenthost.protocol.result.ToolCallStarted;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.store.state.StateScope;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ResultLogEntryTest {

    private final DeliveredRun run = DeliveredRun.in("c1").toWebhook("https://hooks.example/secret-path", "HOOK");

    @Test
    void writesOneServerSentEventForEachResult() {
        assertThat(text(run.record(1, 2, DeliveredRun.delta("a\nb"), DeliveredRun.completed())))
                .isEqualTo("id: 1-2\nevent: message.delta\ndata: {\"type\":\"message.delta\",\"data\":{\"chunk\":"
                        + "{\"role\":\"assistant\",\"content\":\"a\\nb\",\"is_final\":false,\"msg_sequence\":0}},\"sequence\":2,"
                        + "\"timestamp\":1795219976}\n\n"
                        + "id: 1-3\nevent: run.completed\ndata: {\"type\":\"run.completed\",\"data\":{\"finish_reason\":\"stop\"},"
                        + "\"sequence\":3,\"timestamp\":1795219976}\n\n");
    }

    @Test
    void hasTheFailureTextAndNotTheInternalError() {
        assertThat(text(run.record(1, 2, DeliveredRun.failed("runner.error"))))
                .contains("\"code\":\"runner.error\"", "could not answer")
                .doesNotContain("stack trace");
    }

    @Test
    void theFailureTextOfTheBindingReachesTheStream() {
        DeliveryPolicy policy = new DeliveryPolicy(null, true, null, "Our desk will call you.", false);
        RunFailed failed = RunFailed.of(FailureCode.RUNNER_ERROR, "internal").inWordsOf(policy);

        assertThat(text(run.record(1, 2, failed)))
                .contains("\"user_message\":\"Our desk will call you.\"")
                .doesNotContain("internal");
    }

    @Test
    void toolDataAndStateValuesAreForReadersWithTheInspectRight() throws Exception {
        JsonNode secret = ProtocolCodec.mapper().readTree("{\"iban\":\"DE1\"}");
        JsonNode calls = ProtocolCodec.mapper()
                .readTree(
                        "[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"pay\",\"arguments\":\"{DE1}\"},\"extra\":\"DE1\"}]");
        RunResults results = run.record(
                1,
                2,
                new ToolCallStarted("c1", "pay", secret),
                new ToolCallCompleted("c1", "pay", secret, "DE1 is closed"),
                new StateUpdated(StateScope.CONVERSATION, "account", secret),
                new MessageCompleted(new Message("assistant", null, TextNode.valueOf("done"), calls, null, null, null)),
                new MessageCompleted(new Message("tool", "pay", TextNode.valueOf("DE1"), null, "c1", null, null)),
                new MessageDelta(new MessageChunk(
                        "assistant", null, TextNode.valueOf("on"), calls, null, null, null, null, false, 0)),
                DeliveredRun.message("whole"));

        assertThat(text(results, false))
                .doesNotContain("DE1")
                .contains(
                        "\"tool_name\":\"pay\"",
                        "\"error\":\"failed\"",
                        "\"key\":\"account\"",
                        "\"content\":\"done\"",
                        "\"content\":\"on\"",
                        "\"name\":\"pay\"",
                        "whole");
        assertThat(text(results, true).split("DE1", -1)).hasSize(10);
        assertThat(text(results, true)).contains("DE1 is closed");
        assertThat(read(results).frames()).last().satisfies(frame -> assertThat(frame.bytes(true))
                .isSameAs(frame.bytes(false)));
    }

    @Test
    void hidesTheAddressesOfOtherSurfaces() {
        assertThat(text(run.record(1, 1, run.started())))
                .contains("\"binding_id\":\"b1\"")
                .doesNotContain("hooks.example", "HOOK");
    }

    @Test
    void recognisesTheStartOfARun() {
        assertThat(read(run.record(1, 1, run.started())).begins()).isTrue();
        assertThat(read(run.record(2, 1, run.started())).begins()).isFalse();
        assertThat(read(run.record(1, 2, DeliveredRun.message("x"))).begins()).isFalse();
    }

    @Test
    void skipsUnreadableRecords() {
        assertThat(ResultLogEntry.read(1, "{".getBytes(StandardCharsets.UTF_8))).isNull();
        assertThat(ResultLogEntry.read(1, null)).isNull();
    }

    private static String text(RunResults results) {
        return text(results, false);
    }

    private static String text(RunResults results, boolean seesInternals) {
        StringBuilder text = new StringBuilder();
        read(results)
                .frames()
                .forEach(frame -> text.append(new String(frame.bytes(seesInternals), StandardCharsets.UTF_8)));
        return text.toString();
    }

    private static ResultLogEntry read(RunResults results) {
        return ResultLogEntry.read(7, ProtocolCodec.encode(results));
    }
}
