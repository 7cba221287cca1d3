package dev.agenthost.walk.box;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;

/** Creates the agents, bindings and keys of the demo workspace for tests, over the REST API that an operator uses. */
public final class Demo {

    public static final String ECHO = "plugin:agenthost/echo/default";

    private final FrontDoor door;

    public Demo(FrontDoor door) {
        this.door = door;
    }

    /** Creates an agent on a runner, with the policies of the test. */
    public String agent(String id, String runner, ObjectNode policies) {
        ObjectNode agent = policies.deepCopy();
        agent.put("agent_id", id).put("name", id).put("runner_id", runner);
        created(door.call("POST", "/api/v1/agents", agent));
        return id;
    }

    /** Binds the agent to a bot. */
    public void bind(String bot, String agentId) {
        bind("b-" + bot, bot, agentId, "message.received");
    }

    /** Binds the agent to events of one type of a bot. */
    public void bind(String bindingId, String bot, String agentId, String eventType) {
        ObjectNode binding = FrontDoor.JSON.createObjectNode();
        binding.put("binding_id", bindingId)
                .put("agent_id", agentId)
                .putArray("event_types")
                .add(eventType);
        binding.putObject("scope").put("kind", "bot").put("bot_id", bot);
        created(door.call("POST", "/api/v1/bindings", binding));
    }

    /** Binds echo to a bot, its answers posted to a webhook. */
    public void echoToWebhook(String bot, String url) {
        ObjectNode policies = FrontDoor.JSON.createObjectNode();
        policies.putObject("delivery_policy")
                .putObject("target")
                .put("surface", "webhook")
                .put("url", url)
                .put("secret_ref", "demo-webhook");
        bind(bot, agent("a-" + bot, ECHO, policies));
    }

    /** Creates a key of that role with read access, and returns it once every service knows it. */
    public String key(String name, String role) {
        var answer = door.call(
                "POST",
                "/api/v1/keys",
                FrontDoor.JSON.createObjectNode().put("name", name).put("role", role));
        created(answer);
        String secret = answer.body().path("secret").asText();
        var known = door.with(secret);
        var readings = List.of(
                "/api/v1/caller",
                "/api/v1/agents",
                "/api/v1/runners",
                "/api/v1/workspaces/demo/bots/demo/conversations/none/transcript");
        await("the key is known everywhere").atMost(Duration.ofSeconds(60)).until(() -> readings.stream()
                .noneMatch(path -> known.get(path).status() == 401));
        return secret;
    }

    private static void created(FrontDoor.Answer answer) {
        if (answer.status() != 201) {
            throw new AssertionError("not created: " + answer);
        }
    }
}
