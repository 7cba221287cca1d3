package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.http.UpgradeRejectedException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A key in the headers of the upgrade is judged before there is a socket. */
@QuarkusTest
@TestProfile(RunnerHalf.class)
class UpgradeTest extends SocketCase {
    private static final String DEBUG_KEY = "X-LangBot-Plugin-Debug-Key";

    @Test
    void aWrongKeyInEitherHeaderGetsNoSocket() {
        eventually(() -> ScriptedPlugin.refused(vertx, address.getPort(), Map.of(DEBUG_KEY, "wrong"))
                        .getStatus()
                != 503);
        for (Map<String, String> headers : List.of(
                Map.of(DEBUG_KEY, "wrong"),
                Map.of("Authorization", "Bearer wrong"),
                Map.of("Authorization", "Basic " + RunnerHalf.KEY),
                Map.of("Authorization", "Bearer key-one"),
                Map.of(DEBUG_KEY, RunnerHalf.KEY, "Authorization", "Bearer wrong"),
                Map.of(DEBUG_KEY, RunnerHalf.KEY, "Authorization", "Bearer " + RunnerHalf.OTHER_KEY))) {
            UpgradeRejectedException refused = ScriptedPlugin.refused(vertx, address.getPort(), headers);

            assertThat(refused.getStatus()).as("%s", headers).isEqualTo(401);
            assertThat(refused.getHeaders().get("Content-Type")).isEqualTo("application/problem+json");
            assertThat(refused.getHeaders().get("WWW-Authenticate")).isEqualTo("Bearer");
            assertThat(json(refused.getBody().toString()).path("code").asText()).isEqualTo("unauthorized");
            assertThat(refused.getBody().toString()).doesNotContain("wrong\"", RunnerHalf.KEY);
        }
        assertThat(executor.room()).isEmpty();
    }

    @Test
    void aRegistrationMayNotShowAnotherKeyThanTheHeader() {
        for (String other : List.of(RunnerHalf.OTHER_KEY, "wrong")) {
            try (ScriptedPlugin plugin = dial(Map.of(DEBUG_KEY, RunnerHalf.KEY))) {
                plugin.ask("register_plugin", ScriptedPlugin.registration("peer", "probe-runner", other));

                assertThat(plugin.next().path("code").intValue()).isEqualTo(1);
                assertThat(plugin.closed()).isEqualTo((short) 4401);
            }
        }
    }

    @Test
    void aGoodKeyInTheHeaderNeedsNoneInTheRegistration() {
        try (ScriptedPlugin plugin = dial(Map.of("Authorization", "bearer " + RunnerHalf.KEY))) {
            plugin.ask("register_plugin", ScriptedPlugin.registration("peer", "probe-runner", ""));
            assertThat(plugin.next().path("code").intValue()).isZero();
        }
    }

    @Test
    void withoutAHeaderTheKeyComesWithTheRegistration() {
        try (ScriptedPlugin plugin = dial(Map.of(DEBUG_KEY, ""))) {
            plugin.ask("register_plugin", ScriptedPlugin.registration("peer", "probe-runner", RunnerHalf.KEY));

            assertThat(plugin.next().path("code").intValue()).isZero();
        }
    }

    @Test
    void withoutAnyKeyTheRegistrationIsRefused() {
        try (ScriptedPlugin plugin = dial(Map.of())) {
            plugin.ask("register_plugin", ScriptedPlugin.registration("peer", "probe-runner", ""));

            assertThat(plugin.closed()).isEqualTo((short) 4401);
        }
    }

    private ScriptedPlugin dial(Map<String, String> headers) {
        return ScriptedPlugin.dial(vertx, address.getPort(), headers);
    }
}
