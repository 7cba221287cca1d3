package dev.agenthost.orchestrator.runner.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.testkit.plugin.PluginRecording;
import dev.agenthost.testkit.plugin.ScriptedPlugin;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A process with 256 MiB of heap, whose entrance for runners is flooded. It ends at the first error of memory. */
class FloodedEntranceTest {
    /** A frame of 15.6 MB, of five million objects. */
    private static final String FLOOD = "{\"seq_id\":1,\"action\":\"x\",\"data\":[" + "{},".repeat(5_200_000) + "{}]}";

    private static final int PIECE = 64 * 1024;

    private final Vertx vertx = Vertx.vertx();
    private final List<ScriptedPlugin> plugins = new ArrayList<>();
    private Process process;
    private int port;

    @BeforeEach
    void start() throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallHost.class.getName())
                .redirectErrorStream(true)
                .start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        while (line != null && !line.startsWith("port ")) {
            line = lines.readLine();
        }
        assertThat(line).as("the process says its port").isNotNull();
        port = Integer.parseInt(line.split(" ")[1]);
        Thread.startVirtualThread(() -> lines.lines().forEach(System.out::println));
    }

    @AfterEach
    void stop() throws InterruptedException {
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        plugins.forEach(ScriptedPlugin::close);
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void framesWithoutAKeyEndTheirConnections() {
        for (int i = 0; i < 6; i++) {
            keep(ScriptedPlugin.dial(vertx, port, Map.of()));
        }
        plugins.forEach(stranger -> stranger.raw(FLOOD));
        // A peer that is still sending may see the connection reset before it reads the close frame.
        assertThat(plugins)
                .extracting(ScriptedPlugin::closed)
                .contains((short) 1009)
                .isSubsetOf((short) 1009, (short) 1006);
        lives();
    }

    @Test
    void framesOfRegisteredPluginsAreRefusedWholeAndInPieces() {
        for (int i = 0; i < 3; i++) {
            registered();
        }
        for (ScriptedPlugin plugin : plugins) {
            plugin.raw(FLOOD);
            for (int from = 0; from < FLOOD.length(); from += PIECE) {
                plugin.raw(FLOOD.substring(from, Math.min(FLOOD.length(), from + PIECE)));
            }
        }
        for (ScriptedPlugin plugin : plugins) {
            for (int i = 0; i < 2; i++) {
                assertThat(soon(plugin).at("/data/error/code").asText()).isEqualTo("payload_too_large");
            }
        }
        lives();
    }

    @Test
    void largeRequestsAreRefusedBeforeTheyFillTheHeap() {
        // Below the bound of each connection, 400 MB of trees in all.
        assertThat(refused(8, 15, 40_000)).isBetween(60, 119);
        lives();
    }

    @Test
    void smallRequestsAreRefusedBeforeTheyFillTheHeap() {
        // As many as each connection may have, 300 MB of trees in all.
        assertThat(refused(24, 128, 1_300)).isBetween(1_500, 3_071);
        lives();
    }

    /** Sends requests of so many objects from each of so many plugins, without answers. @return the number of refused requests */
    private int refused(int peers, int requests, int objects) {
        ObjectNode many = (ObjectNode) ScriptedPlugin.tree("{\"data\":[" + "{},".repeat(objects) + "{}]}");
        int refused = 0;
        for (int i = 0; i < peers; i++) {
            ScriptedPlugin plugin = registered();
            for (int request = 0; request < requests; request++) {
                plugin.ask("state_get", many);
            }
            int last = plugin.ask("__ping", ScriptedPlugin.tree("{}"));
            JsonNode answer = soon(plugin);
            while (answer.path("seq_id").intValue() != last) {
                assertThat(answer.path("message").asText()).startsWith("Runtime is busy");
                refused++;
                answer = soon(plugin);
            }
        }
        return refused;
    }

    private ScriptedPlugin registered() {
        return keep(ScriptedPlugin.ready(
                vertx,
                port,
                SmallHost.KEY,
                ScriptedPlugin.registration("peer", "probe-runner", SmallHost.KEY),
                PluginRecording.container()));
    }

    private ScriptedPlugin keep(ScriptedPlugin plugin) {
        plugins.add(plugin);
        return plugin;
    }

    /** The next frame, however slow the machine is; none comes of a process that has ended. */
    private JsonNode soon(ScriptedPlugin plugin) {
        if (plugin.hasNothing()) {
            await().atMost(Duration.ofSeconds(60))
                    .failFast("the process has ended", () -> !process.isAlive())
                    .until(() -> !plugin.hasNothing());
        }
        return plugin.next();
    }

    /** Serves the next plugin, and has not ended. */
    private void lives() {
        ScriptedPlugin next = registered();
        next.ask("__ping", ScriptedPlugin.tree("{}"));
        assertThat(soon(next).at("/data/pong").asText()).isEqualTo("pong");
        assertThat(process.isAlive()).isTrue();
    }
}
