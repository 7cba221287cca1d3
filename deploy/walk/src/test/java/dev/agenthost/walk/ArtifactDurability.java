package dev.agenthost.walk;

import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import dev.agenthost.walk.box.FrontDoor;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * A scenario in which context-store dies while it stores the artifact of a run: the artifact exists once, and its message names
 * it.
 */
interface ArtifactDurability extends BoxScenario {

    String KEPT = "context.50-artifact-kept";

    @Test
    default void whoeverDiesAsAnArtifactIsKeptKeepsItOnce() throws Exception {
        walk().awaitReady();
        var spec = RunnerSpec.named("default").described("Maker", "Makes a note of what it hears");
        var plugin = RunnerPlugin.of("walk", "maker").runner(spec, (context, out, api) -> {
            var heard = String.valueOf(context.input().text());
            out.artifact("file", "note.txt", "text/plain", heard.getBytes(StandardCharsets.UTF_8));
            out.message("made of " + heard);
        });
        try (var host =
                RunnerHost.connect(walk().box.runnerAddress(), walk().box.keys().runnerKey(), plugin)) {
            await("the plugin is registered").atMost(Duration.ofSeconds(60)).until(host::isRegistered);
            walk().demo
                    .bind(
                            "maker",
                            walk().demo.agent("maker", "plugin:walk/maker/default", FrontDoor.JSON.createObjectNode()));
            var conversation = fresh();
            walk().arm(KEPT);
            var accepted = walk().door.say("maker", conversation, fresh(), "a tower");

            var stream = walk().door.follow(accepted.stream());

            RunInvariants.sound(stream);
            assertThat(walk().sprung(KEPT)).isTrue();
            assertThat(stream.getLast().type()).isEqualTo("run.completed");
            assertThat(kept(accepted.runId())).isEqualTo(1);
            var made = await("the message is in the transcript")
                    .atMost(Duration.ofSeconds(60))
                    .until(
                            () -> StreamSupport.stream(
                                            walk().door
                                                    .transcript("maker", conversation, 1)
                                                    .path("items")
                                                    .spliterator(),
                                            false)
                                    .filter(item -> item.path("role").asText().equals("assistant"))
                                    .toList(),
                            said -> !said.isEmpty());
            assertThat(made).hasSize(1);
            assertThat(made.getFirst().path("content").asText()).isEqualTo("made of a tower");
            assertThat(made.getFirst().path("artifact_refs")).hasSize(1);
            var artifact = made.getFirst()
                    .path("artifact_refs")
                    .path(0)
                    .path("artifact_id")
                    .asText();
            assertThat(walk().door
                            .get("/api/v1/artifacts/" + artifact + "/content")
                            .body()
                            .asText())
                    .isEqualTo("a tower");
        } finally {
            walk().disarm(KEPT);
        }
    }

    private int kept(String runId) throws Exception {
        var database = walk().box.database();
        try (var connection = DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                var counting = connection.prepareStatement("select count(*) from context.artifacts where run_id = ?")) {
            counting.setObject(1, UUID.fromString(runId));
            try (var counted = counting.executeQuery()) {
                counted.next();
                return counted.getInt(1);
            }
        }
    }
}
