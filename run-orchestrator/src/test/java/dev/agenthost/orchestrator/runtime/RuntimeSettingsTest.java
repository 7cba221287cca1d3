package dev.agenthost.orchestrator.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.agenthost.orchestrator.wire.SdkGeneration;
import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class RuntimeSettingsTest {
    private static final String TOKEN = "a-control-token-of-32-characters-or-more";

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            url            | http://h:5400   | ws-1 | -     | oss_dev | *
            url            | ws:///control   | ws-1 | -     | oss_dev | *
            url            | ws://u:p@h/     | ws-1 | -     | oss_dev | *
            url            | ws://h:70000/   | ws-1 | -     | oss_dev | *
            workspace      | ws://h:5400     | ''   | -     | oss_dev | *
            workspace      | ws://h:5400     | *    | -     | oss_dev | *
            control-token  | ws://h:5400     | ws-1 | short | oss_dev | *
            control-token  | ws://h:5400     | ws-1 | with-a-blank-but-long-enough-oh yes-it-is | oss_dev | *
            profile        | ws://h:5400     | ws-1 | -     | shared  | *
            plugins        | ws://h:5400     | ws-1 | -     | oss_dev | qa
            plugins        | ws://h:5400     | ws-1 | -     | oss_dev | */x
            """)
    void namesTheFieldThatIsWrongAndNeverTheToken(
            String field, String url, String workspace, String token, String profile, String plugin) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(url, workspace, token, profile, plugin))
                .withMessageStartingWith("agenthost.runtimes.\"main\"." + field + ":")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(token == null ? "\u0000" : token));
    }

    @Test
    void takesLoopbackAndAnyPath() {
        RuntimeSettings settings = settings("ws://127.0.0.1:5400/control/ws", "ws-1", TOKEN, "oss_dev", "qa/*");

        assertThat(settings.allows("qa", "agent-runner")).isTrue();
        assertThat(settings.allows("other", "agent-runner")).isFalse();
        assertThat(settings.toString()).isEqualTo("runtime main");
    }

    @ParameterizedTest
    @CsvSource({"'ht tp://x', url", "0.9, generation"})
    void namesTheFieldOfAWordThatIsNone(String text, String field) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> {
                    RuntimeSettings.generation("main", text.contains("x") ? "later" : text);
                    RuntimeSettings.url("main", text);
                })
                .withMessageStartingWith("agenthost.runtimes.\"main\"." + field + ":");
    }

    @Test
    void refusesAPolicyThatAllowsNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WorkerPolicy(0, 512, 256, 1024, 64))
                .withMessageStartingWith("max-cpus:");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WorkerPolicy(1, 512, 0, 1024, 64))
                .withMessageStartingWith("max-pids:");
    }

    public static RuntimeSettings settings(SdkGeneration generation) {
        return new RuntimeSettings(
                "main",
                URI.create("ws://127.0.0.1:5400/control/ws"),
                "ws-1",
                null,
                generation,
                WorkerPolicy.USUAL,
                RuntimeSettings.OSS_DEV,
                Set.of("*"));
    }

    private static RuntimeSettings settings(String url, String workspace, String token, String profile, String plugin) {
        return new RuntimeSettings(
                "main",
                RuntimeSettings.url("main", url),
                workspace,
                token,
                SdkGeneration.LATER,
                WorkerPolicy.USUAL,
                profile,
                Set.of(plugin));
    }
}
