package dev.agenthost.delivery.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.delivery.Runs;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.RunResults;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LogEntryTest {

    private final Runs run = Runs.in("c1").toWebhook("https://hooks.example/secret-path", "HOOK");

    @Test
    void writesOneServerSentEventForEachResult() {
        assertThat(text(run.record(1, 2, Runs.delta("a\nb"), Runs.completed())))
                .isEqualTo("id: 1-2\nevent: message.delta\ndata: {\"type\":\"message.delta\",\"data\":{\"chunk\":"
                        + "{\"role\":\"assistant\",\"content\":\"a\\nb\",\"is_final\":false,\"msg_sequence\":0}},\"sequence\":2,"
                        + "\"timestamp\":1795219976}\n\n"
                        + "id: 1-3\nevent: run.completed\ndata: {\"type\":\"run.completed\",\"data\":{\"finish_reason\":\"stop\"},"
                        + "\"sequence\":3,\"timestamp\":1795219976}\n\n");
    }

    @Test
    void showsTheSentenceAndNotTheInside() {
        assertThat(text(run.record(1, 2, Runs.failed("runner.error"))))
                .contains("\"code\":\"runner.error\"", "could not answer")
                .doesNotContain("stack trace");
    }

    @Test
    void tellsNobodyWhereOtherSurfacesAre() {
        assertThat(text(run.record(1, 1, run.started())))
                .contains("\"binding_id\":\"b1\"")
                .doesNotContain("hooks.example", "HOOK");
    }

    @Test
    void knowsTheBeginningOfARun() {
        assertThat(read(run.record(1, 1, run.started())).begins()).isTrue();
        assertThat(read(run.record(2, 1, run.started())).begins()).isFalse();
        assertThat(read(run.record(1, 2, Runs.said("x"))).begins()).isFalse();
    }

    @Test
    void passesOverWhatCannotBeRead() {
        assertThat(LogEntry.read(1, "{".getBytes(StandardCharsets.UTF_8))).isNull();
        assertThat(LogEntry.read(1, null)).isNull();
    }

    private static String text(RunResults results) {
        StringBuilder text = new StringBuilder();
        read(results).frames().forEach(frame -> text.append(new String(frame.bytes(), StandardCharsets.UTF_8)));
        return text.toString();
    }

    private static LogEntry read(RunResults results) {
        return LogEntry.read(7, ProtocolCodec.encode(results));
    }
}
