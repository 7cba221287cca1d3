package dev.agenthost.orchestrator.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.orchestrator.runtime.RuntimeSettings;
import dev.agenthost.orchestrator.runtime.RuntimeTiming;
import dev.agenthost.orchestrator.runtime.WorkerPolicy;
import dev.agenthost.orchestrator.wire.SdkGeneration;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuntimesSettingsTest {
    private static final String TOKEN = "a-control-token-of-32-characters-or-more";
    private final Map<String, String> lines = new HashMap<>(Map.of(
            "agenthost.runtimes.\"main\".url", "ws://127.0.0.1:5400/control/ws",
            "agenthost.runtimes.\"main\".workspace", "ws-1"));

    @Test
    void anAddressAndAWorkspaceAreEnough() {
        RuntimeSettings one = read().getFirst();

        assertThat(one.name()).isEqualTo("main");
        assertThat(one.generation()).isEqualTo(SdkGeneration.LATER);
        assertThat(one.policy()).isEqualTo(WorkerPolicy.USUAL);
        assertThat(one.profile()).isEqualTo("oss_dev");
        assertThat(one.controlToken()).isNull();
        assertThat(one.allows("any", "plugin")).isTrue();
        assertThat(config().getConfigMapping(RuntimeTimingSettings.class).pace())
                .isEqualTo(RuntimeTiming.USUAL);
    }

    @Test
    void noRuntimeIsTheUsualCase() {
        lines.clear();
        assertThat(read()).isEmpty();
    }

    @Test
    void aTokenMayBeASecretByItsName() {
        lines.put("agenthost.runtimes.\"main\".control-token-ref", "of-main");
        assertThat(read().getFirst().controlToken()).isEqualTo(TOKEN);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            control-token-ref         | nobody
            control-token             | short
            generation                | 0.9
            url                       | http://h
            worker-policy.max-cpus    | -1
            worker-policy.max-pids    | many
            profile                   | shared
            plugins                   | everything
            """)
    void aWrongSettingIsNamed(String field, String value) {
        lines.put("agenthost.runtimes.\"main\"." + field, value);

        assertThatThrownBy(this::read).hasMessageContaining("agenthost.runtimes.\"main\"." + field);
    }

    @Test
    void namesAMissingSecret() {
        lines.remove("agenthost.runtimes.\"main\".workspace");

        assertThatThrownBy(this::read).hasMessageContaining("agenthost.runtimes.\"main\".workspace");
    }

    @Test
    void refusesATokenAndASecret() {
        lines.put("agenthost.runtimes.\"main\".control-token", TOKEN);
        lines.put("agenthost.runtimes.\"main\".control-token-ref", "of-main");

        assertThatThrownBy(this::read).hasMessageContaining("control-token-ref").hasMessageNotContaining(TOKEN);
    }

    @Test
    void refusesTwoNamesOfOneRuntime() {
        lines.put("agenthost.runtimes.\"twin\".url", "ws://127.0.0.1:5400/control/ws");
        lines.put("agenthost.runtimes.\"twin\".workspace", "ws-1");

        assertThatThrownBy(this::read).hasMessageContaining("url: is that of");
    }

    private List<RuntimeSettings> read() {
        return config().getConfigMapping(RuntimesSettings.class)
                .checked(name -> name.equals("of-main") ? Optional.of(TOKEN) : Optional.empty());
    }

    private SmallRyeConfig config() {
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(RuntimesSettings.class)
                .withMapping(RuntimeTimingSettings.class)
                .withSources(new PropertiesConfigSource(lines, "test", 100))
                .build();
    }
}
