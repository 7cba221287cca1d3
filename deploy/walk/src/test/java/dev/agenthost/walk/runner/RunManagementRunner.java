package dev.agenthost.walk.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import dev.agenthost.sdk.host.ModelRequest;
import dev.agenthost.sdk.host.RankedDocument;
import dev.agenthost.sdk.host.Storage;
import dev.agenthost.walk.box.FrontDoor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A runner that manages its own resources: its runs, its stored values, its prompt, and models without text output. */
final class RunManagementRunner {
    static final String RUNNER_ID = "plugin:walk/steward/default";

    private RunManagementRunner() {}

    static RunnerPlugin plugin() {
        RunnerSpec spec = RunnerSpec.named("default")
                .permissions(
                        Map.of("models", List.of("invoke", "rerank", "count_tokens"), "storage", List.of("workspace")));
        return RunnerPlugin.of("walk", "steward").runner(spec, RunManagementRunner::run);
    }

    private static void run(AgentRunContext context, RunOutput out, HostApi api) {
        switch (String.valueOf(context.input().text())) {
            case "keep" -> keep(out, api);
            case "stop" -> stop(context, out, api);
            default -> out.message(found(context, api).toString());
        }
    }

    private static void keep(RunOutput out, HostApi api) {
        api.stateSet(StateScope.CONVERSATION, "paint.colour", TextNode.valueOf("red"));
        api.stateSet(StateScope.CONVERSATION, "other", TextNode.valueOf("x"));
        api.workspaceStorage().set("plan", "slowly".getBytes(StandardCharsets.UTF_8));
        out.message("kept");
    }

    /** Cancels its own run. Its later results are dropped; a later turn reads the outcome. */
    private static void stop(AgentRunContext context, RunOutput out, HostApi api) {
        out.message("stopping");
        api.call("run_cancel", named(context.runId()).put("reason", "enough"));
        api.checkCancelled();
    }

    private static ObjectNode found(AgentRunContext context, HostApi api) {
        ObjectNode found = object();
        JsonNode runs = api.call("run_list", object().put("limit", 10)).path("items");
        found.set("runs", runs);
        String first = runs.get(runs.size() - 1).path("run_id").asText();
        found.set("said", api.call("run_events_page", named(first)).path("items"));
        found.set(
                "finished",
                api.call("run_list", statuses("completed", "failed")).path("items"));
        found.set(
                "names",
                FrontDoor.JSON.valueToTree(
                        api.stateList(StateScope.CONVERSATION, "paint.", 10).keys()));
        found.put("forgotten", api.stateDelete(StateScope.CONVERSATION, "paint.colour"));
        found.put("forgotten_again", api.stateDelete(StateScope.CONVERSATION, "paint.colour"));
        found.put("left", api.stateGet(StateScope.CONVERSATION, "paint.colour").isPresent());
        Storage storage = api.workspaceStorage();
        found.set("files", FrontDoor.JSON.valueToTree(storage.keys()));
        found.put("plan", new String(storage.get("plan").orElseThrow(), StandardCharsets.UTF_8));
        storage.delete("plan");
        found.put("plan_left", storage.get("plan").isPresent());
        found.put("prompt", api.prompt().getFirst().plainText());
        found.put("tokens", api.models().countTokens(request("A tower of red bricks, built slowly.")));
        found.put("fewer_tokens", api.models().countTokens(request("A tower.")));
        found.set(
                "ranked",
                FrontDoor.JSON.valueToTree(
                        api.models().rerank("ranker", "tower", List.of("a", "a long one", "longer"), 2).stream()
                                .map(RankedDocument::index)
                                .toList()));
        return found.put("run_id", context.runId());
    }

    private static ModelRequest request(String text) {
        Message message = new Message("user", null, TextNode.valueOf(text), null, null, null, null);
        return new ModelRequest("counted", List.of(message), List.of(), object(), false);
    }

    private static ObjectNode statuses(String... some) {
        ObjectNode data = object();
        data.set("statuses", FrontDoor.JSON.valueToTree(List.of(some)));
        return data;
    }

    private static ObjectNode named(String run) {
        return object().put("target_run_id", run);
    }

    private static ObjectNode object() {
        return FrontDoor.JSON.createObjectNode();
    }
}
