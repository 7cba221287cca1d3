package dev.agenthost.walk.runner;

import static dev.agenthost.walk.box.FrontDoor.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** A box with every service, and runners that connect to it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RunnerBox {
    static final String LOCAL_AGENT = "plugin:agenthost/local-agent/default";
    static final String HARNESS = "plugin:agenthost/acp-agent/default";
    WalkBox walk;

    @BeforeAll
    void start() throws Exception {
        walk = WalkBox.thatThinks(Map.of(
                "agenthost.tools.stdio.\"abacus\".command",
                String.join(",", CalculatorMcpServer.command()),
                "agenthost.tools.stdio.\"abacus\".workspaces",
                "*"));
    }

    @AfterAll
    void stop() {
        if (walk != null) {
            walk.close();
        }
    }

    RunnerHost connected(RunnerPlugin plugin) {
        RunnerHost host =
                RunnerHost.connect(walk.box.runnerAddress(), walk.box.keys().runnerKey(), plugin);
        await("the plugin is registered").atMost(Duration.ofSeconds(60)).until(host::isRegistered);
        return host;
    }

    void made(String path, String body) {
        FrontDoor.Answer answer = walk.door.call("POST", path, body);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
    }

    /** With an admin's key of another workspace. */
    FrontDoor stranger() {
        ObjectNode wish = FrontDoor.JSON.createObjectNode();
        wish.put("name", "stranger").put("role", "admin").put("workspace_id", "strangers");
        String host = walk.box.keys().hostKey().orElseThrow().key();
        FrontDoor stranger = walk.door.with(walk.door
                .with(host)
                .call("POST", "/api/v1/keys", wish)
                .body()
                .path("secret")
                .asText());
        await("the key is known")
                .atMost(Duration.ofSeconds(60))
                .until(() -> List.of("caller", "artifacts/none").stream()
                        .noneMatch(path -> stranger.get("/api/v1/" + path).status() == 401));
        return stranger;
    }

    String said(String bot, String conversation, String text) throws Exception {
        return FrontDoor.said(walk.door.follow(walk.door.say(bot, conversation, fresh(), text).stream()));
    }

    String said(ObjectNode event) {
        return FrontDoor.said(walk.door.follow(walk.door.say(event).stream()));
    }

    static List<String> messages(ObjectNode request) {
        List<String> messages = new ArrayList<>();
        request.path("messages").forEach(message -> messages.add(message.toString()));
        return messages;
    }
}
