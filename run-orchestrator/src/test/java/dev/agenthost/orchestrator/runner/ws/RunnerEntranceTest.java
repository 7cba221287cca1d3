package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the limits of a connection that has not shown a key. */
@QuarkusTest
@TestProfile(EntranceHalf.class)
class RunnerEntranceTest extends SocketCase {
    @Test
    void aRegistrationAbove64KiBEndsTheConnectionBeforeItIsRead() {
        ObjectNode registration = registration().put("more", "x".repeat(80 * 1024));
        for (Map<String, String> headers :
                List.of(Map.<String, String>of(), Map.of("X-LangBot-Plugin-Debug-Key", RunnerHalf.KEY))) {
            try (ScriptedPlugin plugin = dial(headers)) {
                plugin.ask("register_plugin", registration);
                assertThat(plugin.closed()).isEqualTo((short) 1009);
                assertThat(plugin.hasNothing()).isTrue();
            }
        }
    }

    @Test
    void soDoManyFramesOfAMessageAndManyMessages() {
        try (ScriptedPlugin plugin = dial(Map.of())) {
            plugin.pieces(false, "{\"seq_id\":1,", " ".repeat(40 * 1024), " ".repeat(40 * 1024));
            assertThat(plugin.closed()).isEqualTo((short) 1009);
        }
        try (ScriptedPlugin plugin = dial(Map.of())) {
            plugin.raw("{\"seq_id\":1,");
            plugin.raw(" ".repeat(40 * 1024));
            plugin.raw(" ".repeat(40 * 1024));
            assertThat(plugin.closed()).isEqualTo((short) 1009);
        }
    }

    @Test
    void theFirstWrongFrameEndsIt() {
        for (String wrong : List.of(
                "nonsense",
                "[]",
                "{}",
                "{\"seq_id\":1}",
                "{\"seq_id\":1,\"code\":0,\"data\":{}}",
                "{\"seq_id\":1,\"action\":\"x\",\"data\":[" + "{},".repeat(5_000) + "{}]}",
                "{\"seq_id\":1,\"action\":\"state_get\",\"data\":{}}")) {
            try (ScriptedPlugin plugin = dial(Map.of())) {
                plugin.raw(wrong);
                assertThat(plugin.closed()).as(wrong).isEqualTo((short) 4400);
            }
        }
    }

    @Test
    void soManyWithoutAKeyAndNoneOfThemKeepsOutAKey() {
        List<ScriptedPlugin> strangers = new ArrayList<>();
        try {
            for (int i = 0; i < EntranceHalf.PER_ADDRESS; i++) {
                strangers.add(dial(Map.of()));
            }
            var refused = ScriptedPlugin.refused(vertx, address.getPort(), Map.of());
            assertThat(refused.getStatus()).isEqualTo(429);
            assertThat(refused.getHeaders().get("Retry-After")).isEqualTo("1");
            assertThat(json(refused.getBody().toString()).path("code").asText()).isEqualTo("rate_limited");

            try (ScriptedPlugin plugin = ready()) {
                assertThat(plugin.call("__ping", json("{}")).at("/data/pong").asText())
                        .isEqualTo("pong");
            }

            ScriptedPlugin registered = strangers.removeFirst();
            assertThat(registered
                            .call("register_plugin", registration())
                            .path("code")
                            .intValue())
                    .isZero();
            try (registered;
                    ScriptedPlugin next = dial(Map.of())) {
                assertThat(next.call("__ping", json("{}")).at("/data/pong").asText())
                        .isEqualTo("pong");
            }
        } finally {
            strangers.forEach(ScriptedPlugin::close);
        }
    }

    private ScriptedPlugin dial(Map<String, String> headers) {
        return ScriptedPlugin.dial(vertx, address.getPort(), headers);
    }

    private static ObjectNode registration() {
        return ScriptedPlugin.registration("peer", "probe-runner", RunnerHalf.KEY);
    }
}
