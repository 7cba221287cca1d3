package dev.agenthost.runners.acpagent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.runners.acpagent.rpc.PermissionPolicy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentProfileRegistryTest {
    @Test
    void readsWhatTheOperatorWrites() {
        AgentProfile claude = AgentProfileRegistry.read("""
                        {"claude": {"command": ["npx", "-y", "a b"], "pass_environment": ["KEY"], "environment": {"MODE": "x"},
                          "permissions": "allow_reads", "mcp": "file", "start_seconds": 5, "turn_seconds": 6}}
                        """).named("claude").orElseThrow();

        assertThat(claude.command()).containsExactly("npx", "-y", "a b");
        assertThat(claude.passEnvironment()).containsExactly("KEY");
        assertThat(claude.environment()).containsEntry("MODE", "x");
        assertThat(claude.permissions()).isEqualTo(PermissionPolicy.ALLOW_READS);
        assertThat(claude.mcp()).isEqualTo(AgentProfile.Mcp.FILE);
        assertThat(claude.startWithin()).isEqualTo(Duration.ofSeconds(5));
        assertThat(claude.turnWithin()).isEqualTo(Duration.ofSeconds(6));
        assertThat(claude.toString()).doesNotContain("MODE");
    }

    @Test
    void whatIsNotSaidIsStrict() {
        AgentProfile plain = AgentProfileRegistry.read("{\"a\":{\"command\":[\"x\"]}}")
                .named("")
                .orElseThrow();

        assertThat(plain.permissions()).isEqualTo(PermissionPolicy.DENY);
        assertThat(plain.mcp()).isEqualTo(AgentProfile.Mcp.SESSION);
        assertThat(plain.passEnvironment()).isEmpty();
    }

    @Test
    void aNameMayBeLeftOutWhereThereIsOneOnly() {
        AgentProfileRegistry two =
                AgentProfileRegistry.read("{\"a\":{\"command\":[\"x\"]},\"b\":{\"command\":[\"y\"]}}");

        assertThat(two.named("")).isEmpty();
        assertThat(two.named("c")).isEmpty();
        assertThat(two.named("b").orElseThrow().command()).isEqualTo(List.of("y"));
        assertThat(AgentProfileRegistry.of(" gemini  --acp ")
                        .named("")
                        .orElseThrow()
                        .command())
                .containsExactly("gemini", "--acp");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {                                                             | must be JSON
            []                                                            | must be an object
            {}                                                            | at least one profile
            {"A b":{"command":["x"]}}                                     | name
            {"a":[]}                                                      | profile a
            {"a":{}}                                                      | command
            {"a":{"command":"x"}}                                         | command
            {"a":{"command":[" "]}}                                       | command
            {"a":{"command":[1]}}                                         | command
            {"a":{"command":["x"],"comand":1}}                            | comand
            {"a":{"command":["x"],"pass_environment":["A B"]}}            | pass_environment
            {"a":{"command":["x"],"pass_environment":["AGENTHOST_RUNNER_KEY"]}} | pass_environment
            {"a":{"command":["x"],"environment":{"A":1}}}                 | environment
            {"a":{"command":["x"],"environment":[]}}                      | environment
            {"a":{"command":["x"],"permissions":"allow"}}                 | permissions
            {"a":{"command":["x"],"mcp":true}}                            | mcp
            {"a":{"command":["x"],"start_seconds":0}}                     | start_seconds
            {"a":{"command":["x"],"turn_seconds":90000}}                  | turn_seconds
            """)
    void whatIsWrongIsToldWithTheFieldsName(String json, String told) {
        assertThatThrownBy(() -> AgentProfileRegistry.read(json))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(told);
    }
}
