package dev.agenthost.walk.tenant;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * A runner that emits the upload token of its run and continues until {@link #close}: the token is valid as long. If the text is a
 * list of Host API calls, it makes them and emits the answers.
 */
final class OpenRunRunner implements AutoCloseable {
    private static final String RUNNER_ID = "plugin:walk/holder/default";
    static final String BOT = "holder";

    private final CountDownLatch gone = new CountDownLatch(1);
    private final RunnerHost host;

    OpenRunRunner(WalkBox walk) {
        RunnerSpec spec = RunnerSpec.named("default")
                .permissions(Map.of(
                        "artifacts", List.of("metadata", "read"),
                        "history", List.of("page", "search"),
                        "events", List.of("get", "page")));
        RunnerPlugin plugin = RunnerPlugin.of("walk", "holder").runner(spec, (context, out, api) -> {
            String text = String.valueOf(context.input().text());
            if (text.startsWith("[")) {
                out.message(answers(api, FrontDoor.JSON.readTree(text)).toString());
                return;
            }
            out.message(api.artifacts().uploadToken().token());
            gone.await();
        });
        host = RunnerHost.connect(walk.box.runnerAddress(), walk.box.keys().runnerKey(), plugin);
        await("the plugin is registered").atMost(Duration.ofSeconds(60)).until(host::isRegistered);
    }

    /** Binds the runner to a bot of that front door's workspace. */
    void settle(FrontDoor door) {
        ObjectNode policies = FrontDoor.JSON.createObjectNode();
        policies.putObject("resource_policy")
                .putArray("host_apis")
                .add("artifacts")
                .add("history")
                .add("events")
                .add("runs");
        policies.putObject("deadline_policy").put("run_seconds", 3600);
        Demo there = new Demo(door);
        there.bind(BOT, there.agent("a-" + BOT, RUNNER_ID, policies));
    }

    /** The answers to these calls by a new run in that conversation: the data, or the refusal. */
    JsonNode asked(FrontDoor door, String conversation, JsonNode calls) throws IOException {
        var said = door.say(BOT, conversation, FrontDoor.fresh(), calls.toString());
        return FrontDoor.JSON.readTree(FrontDoor.said(door.follow(said.stream())));
    }

    private static ArrayNode answers(HostApi api, JsonNode calls) {
        ArrayNode answers = FrontDoor.JSON.createArrayNode();
        for (JsonNode call : calls) {
            ObjectNode answer = answers.addObject();
            try {
                answer.set("served", api.call(call.path("action").asText(), (ObjectNode) call.path("data")));
            } catch (AgentApiException why) {
                answer.put("code", why.code()).put("message", why.getMessage()).set("details", why.details());
            }
        }
        return answers;
    }

    /** The upload token of a new run, which continues. */
    String token(FrontDoor door) throws IOException {
        var said = door.say(BOT, FrontDoor.fresh(), FrontDoor.fresh(), "hold");
        var events = await("the run says its token")
                .atMost(Duration.ofSeconds(90))
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(
                        () -> door.read(
                                said.stream(),
                                null,
                                event -> event.type().equals("message.completed") || event.isTerminal()),
                        read -> !FrontDoor.said(read).isEmpty());
        return FrontDoor.said(events);
    }

    @Override
    public void close() {
        gone.countDown();
        host.close();
    }
}
