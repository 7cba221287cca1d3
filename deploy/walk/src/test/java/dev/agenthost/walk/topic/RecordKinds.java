package dev.agenthost.walk.topic;

import static dev.agenthost.walk.box.FrontDoor.fresh;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.result.UiAction;
import dev.agenthost.protocol.result.UiProjection;
import dev.agenthost.protocol.result.UiStatus;
import dev.agenthost.sdk.RunnerHost;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import dev.agenthost.walk.adapter.ImAdapter;
import dev.agenthost.walk.box.Demo;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import java.time.Duration;
import java.util.List;

/** Makes one record of every kind that {@code docs/asyncapi.yaml} describes, so that each of them is held against it. */
public final class RecordKinds {
    private static final String OUTBOUND = "agent.outbound.demo";
    private static final Duration LONG = Duration.ofMinutes(3);

    private final WalkBox walk;

    private RecordKinds(WalkBox walk) {
        this.walk = walk;
    }

    /** Returns when the last of them is there. */
    public static void isSent(WalkBox walk) {
        var kinds = new RecordKinds(walk);
        kinds.aKeyThatIsMadeAndRevoked();
        kinds.aBot();
        try (var adapter = new ImAdapter(walk.box.bootstrapServers())) {
            kinds.whatAnAdapterSaysRightlyAndWrongly(adapter);
            kinds.aRedrivenDeadLetter();
            kinds.anAnswerThatGrows(adapter);
            kinds.aTakeover(adapter);
            kinds.aFailure(adapter);
            kinds.aPlaceholder(adapter);
            kinds.aGraphThatIsShown(adapter);
        }
    }

    private void aKeyThatIsMadeAndRevoked() {
        ObjectNode wish =
                FrontDoor.JSON.createObjectNode().put("name", "described").put("role", "viewer");
        var made = walk.door.call("POST", "/api/v1/keys", wish);
        assertThat(made.status()).isEqualTo(201);
        var id = made.body().path("key_id").asText();
        assertThat(walk.door.call("DELETE", "/api/v1/keys/" + id, null).status())
                .isEqualTo(204);
        awaitRecord("agent.keys", id + "/revoked");
    }

    private void aBot() {
        var id = "bot-" + fresh();
        ObjectNode bot = FrontDoor.JSON.createObjectNode().put("bot_id", id).put("platform", "telegram");
        ObjectNode secrets = bot.putObject("secrets");
        secrets.putArray("webhook").add("HOOK");
        secrets.putArray("token").add("TOKEN");
        assertThat(walk.door.call("POST", "/api/v1/bots", bot).status()).isEqualTo(201);
        awaitRecord("agent.bots", id + "/1");
        assertThat(walk.door.call("DELETE", "/api/v1/bots/" + id, null).status())
                .isEqualTo(204);
        awaitRecord("agent.bots", id + "/1/deleted");
    }

    private void whatAnAdapterSaysRightlyAndWrongly(ImAdapter adapter) {
        ObjectNode joined = FrontDoor.JSON.createObjectNode().put("bot_id", "demo");
        joined.put("event_type", "group.member_joined").put("conversation_id", fresh());
        adapter.say("group.member_joined", fresh(), "k", joined);
        adapter.say(
                "message.received",
                fresh(),
                "k",
                FrontDoor.JSON.createObjectNode().put("bot_id", "demo"));
        await().atMost(LONG).until(() -> !idsOn("agent.inbound.demo.dlq").isEmpty());
    }

    private void aRedrivenDeadLetter() {
        ObjectNode all = FrontDoor.JSON.createObjectNode().put("dry_run", false);
        assertThat(walk.door
                        .call("POST", "/api/v1/dead-letters/agent.inbound.demo.dlq/redrive", all)
                        .status())
                .isEqualTo(200);
        await("the marks of its start and of its end")
                .atMost(LONG)
                .until(() -> idsOn("agent.dead-letter-marks").size() >= 2);
    }

    /** Typing and deltas are best effort, and a short answer has none. */
    private void anAnswerThatGrows(ImAdapter adapter) {
        var said = await("typing and deltas").atMost(LONG).until(() -> longAnswer(adapter), run -> {
            List<String> ids = idsOn(OUTBOUND);
            return ids.contains(run + "/typing/1") && ids.stream().anyMatch(id -> id.startsWith(run + "/1/"));
        });
        adapter.say(
                "dev.agenthost.receipt",
                fresh(),
                said,
                FrontDoor.JSON
                        .createObjectNode()
                        .put("run_id", said)
                        .put("part", 1)
                        .put("status", "delivered"));
        awaitRecord("agent.adapter-receipts", said + "/1/demo");
        awaitRecord("agent.delivery-receipts", said + "/1/receipt");
    }

    private String longAnswer(ImAdapter adapter) {
        var id = fresh();
        ObjectNode message =
                FrontDoor.JSON.createObjectNode().put("bot_id", "demo").put("conversation_id", fresh());
        message.put("text", "and so on ".repeat(300));
        ObjectNode delivery = message.putObject("delivery").put("supports_streaming", true);
        delivery.putObject("platform_capabilities").put("supports_typing", true);
        message.putObject("actor").put("actor_id", "walker");
        adapter.say("message.received", id, "k", message);
        var run = ImAdapter.run("demo", id);
        awaitRecord(OUTBOUND, run + "/1");
        return run;
    }

    private void aTakeover(ImAdapter adapter) {
        var conversation = fresh();
        var run = adapter.publishBinary("demo", conversation, fresh(), "hello");
        awaitRecord(OUTBOUND, run + "/1");
        String takeover = "/api/v1/takeovers/demo/" + conversation;
        await("the takeover")
                .atMost(LONG)
                .until(() -> walk.door.call("PUT", takeover, null).status() == 200);
        assertThat(walk.door.call("DELETE", takeover, null).status()).isEqualTo(204);
        await("its records").atMost(LONG).until(() -> idsOn("agent.takeovers").size() >= 2);
    }

    private void aFailure(ImAdapter adapter) {
        var run = adapter.publishBinary("demo", fresh(), fresh(), "fail");
        awaitRecord(OUTBOUND, run + "/1");
    }

    /** Repeats the event until every replica knows the binding. */
    private void aPlaceholder(ImAdapter adapter) {
        ObjectNode policies = FrontDoor.JSON.createObjectNode();
        policies.putObject("delivery_policy").put("placeholder", "One moment…");
        var conversation = boundConversation(Demo.ECHO, policies);
        await("a placeholder").atMost(LONG).until(() -> {
            var run = adapter.publishBinary("demo", conversation, fresh(), "hello");
            awaitRecord(OUTBOUND, run + "/1");
            return idsOn(OUTBOUND).contains(run + "/2");
        });
    }

    /** Progress is best effort; the event is repeated until every replica knows the binding. */
    private void aGraphThatIsShown(ImAdapter adapter) {
        RunnerPlugin plugin = RunnerPlugin.of("walk", "shower")
                .runner(RunnerSpec.named("default").capabilities("streaming"), (context, out, api) -> {
                    out.projection(new UiProjection(
                            context.runId(),
                            "Look",
                            null,
                            UiStatus.RUNNING,
                            new UiProjection.Progress(0, 1),
                            List.of(new UiAction("look", "Look", null, UiStatus.RUNNING, List.of(), null, null)),
                            "runtime://" + context.runId()));
                    out.message("I have looked.");
                });
        try (RunnerHost runner =
                RunnerHost.connect(walk.box.runnerAddress(), walk.box.keys().runnerKey(), plugin)) {
            await("the runner is registered").atMost(LONG).until(runner::isRegistered);
            var conversation = boundConversation("plugin:walk/shower/default", FrontDoor.JSON.createObjectNode());
            await("progress").atMost(LONG).until(() -> {
                var id = fresh();
                ObjectNode message =
                        FrontDoor.JSON.createObjectNode().put("bot_id", "demo").put("conversation_id", conversation);
                message.put("text", "look");
                message.putObject("delivery").putObject("platform_capabilities").put("supports_progress", true);
                message.putObject("actor").put("actor_id", "walker");
                adapter.say("message.received", id, "k", message);
                var run = ImAdapter.run("demo", id);
                awaitRecord(OUTBOUND, run + "/1");
                return idsOn(OUTBOUND).stream().anyMatch(record -> record.startsWith(run + "/progress/"));
            });
        }
    }

    /** Binds an agent of that runner to a new conversation, and returns its id. */
    private String boundConversation(String runner, ObjectNode policies) {
        var conversation = fresh();
        ObjectNode binding = FrontDoor.JSON.createObjectNode();
        binding.put("agent_id", walk.demo.agent("a-" + conversation, runner, policies))
                .putArray("event_types")
                .add("message.received");
        binding.putObject("scope")
                .put("kind", "conversation")
                .put("bot_id", "demo")
                .put("conversation_id", conversation);
        assertThat(walk.door.call("POST", "/api/v1/bindings", binding).status()).isEqualTo(201);
        return conversation;
    }

    private void awaitRecord(String topic, String id) {
        await(topic + " " + id).atMost(LONG).pollInterval(500, MILLISECONDS).until(() -> idsOn(topic)
                .contains(id));
    }

    /** The ids of the records on a topic. */
    private List<String> idsOn(String topic) {
        return TopicRecords.all(walk.box.bootstrapServers()).getOrDefault(topic, List.of()).stream()
                .map(record -> TopicRecords.header(record, "ce_id"))
                .toList();
    }
}
