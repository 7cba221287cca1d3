package dev.agenthost.walk.runner;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.store.state.StateScope;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import dev.agenthost.walk.box.FrontDoor;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A runner that makes every Host API call in the wire's own names, and emits each answer unchanged. */
final class HostApiProbeRunner {
    static final String RUNNER_ID = "plugin:walk/census/default";
    static final String NOTE = "the tower is red";

    private HostApiProbeRunner() {}

    static RunnerPlugin plugin() {
        RunnerSpec spec = RunnerSpec.named("default")
                .capabilities("tool_calling", "knowledge_retrieval", "steering")
                .permissions(Map.of(
                        "models", List.of("invoke", "stream", "rerank", "count_tokens"),
                        "tools", List.of("detail", "call"),
                        "knowledge_bases", List.of("list", "retrieve"),
                        "storage", List.of("plugin", "workspace"),
                        "history", List.of("page", "search"),
                        "events", List.of("get", "page"),
                        "files", List.of("config", "knowledge"),
                        "artifacts", List.of("metadata", "read"),
                        "agents", List.of("delegate"),
                        "timers", List.of("set")));
        return RunnerPlugin.of("walk", "census").runner(spec, HostApiProbeRunner::run);
    }

    private static void run(AgentRunContext context, RunOutput out, HostApi api) throws InterruptedException {
        if ("keep".equals(context.input().text())) {
            keep(context, out, api);
            return;
        }
        ObjectNode answers = object();
        while (answers.path("steering_pull").path("items").isEmpty()) {
            answers.set("steering_pull", api.call("steering_pull", object().put("mode", "all")));
            Thread.sleep(50);
        }
        new Asking(api, answers).everything(context);
        out.message(answers.toString());
    }

    private static void keep(AgentRunContext context, RunOutput out, HostApi api) {
        byte[] note = NOTE.getBytes(StandardCharsets.UTF_8);
        out.emit(new ArtifactCreated(
                "file",
                "census-" + context.runId(),
                "text/plain",
                "note.txt",
                (long) note.length,
                null,
                Fields.object(null),
                Base64.getEncoder().encodeToString(note)));
        api.stateSet(StateScope.CONVERSATION, "colour", TextNode.valueOf("blue"));
        api.stateSet(StateScope.CONVERSATION, "old", TextNode.valueOf("x"));
        api.stateSet(StateScope.CONVERSATION, "size", TextNode.valueOf("x"));
        for (String old : List.of("old", "older")) {
            api.pluginStorage().set(old, note);
            api.workspaceStorage().set("census-" + old, note);
        }
        out.message("kept census-" + context.runId());
    }

    private record Asking(HostApi api, ObjectNode answers) {
        void everything(AgentRunContext context) {
            String kept = "census-" + first();
            ask("get_langbot_version", object());
            ask("run_get", object().put("target_run_id", context.runId()));
            ask("run_events_page", object().put("target_run_id", first()));
            ask("run_cancel", object().put("target_run_id", first()).put("reason", "over already"));
            ask("history_page", object().put("limit", 10).put("direction", "backward"));
            ask("history_search", object().put("query", "keep").put("top_k", 3));
            ask("event_get", object().put("event_id", context.event().eventId()));
            ask("event_page", object().put("limit", 10));
            ask("get_prompt", object());
            ObjectNode task =
                    object().put("delegation_id", "d").put("agent_id", "nobody").put("notifies", false);
            task.putObject("input").put("text", "count");
            ask("run_delegate", task);
            ask("timer_set", object().put("timer_id", "t").put("delay_seconds", 3600));
            ask("timer_cancel", object().put("timer_id", "t"));
            ask("artifact_metadata", object().put("artifact_id", kept));
            ask(
                    "artifact_read",
                    object().put("artifact_id", kept).put("offset", 4).put("limit", 5));
            ask("artifact_upload_token", object());
            ask(
                    "get_config_file",
                    object().put(
                                    "file_key",
                                    context.resources().files().getFirst().fileKey()));
            state();
            storage("plugin", "");
            storage("workspace", "census-");
            binary();
            models();
            ask("get_tool_detail", object().put("tool_name", "counter__add"));
            ObjectNode call = object().put("tool_name", "counter__add");
            call.putObject("parameters").put("a", 2).put("b", 40);
            ask("call_tool", call);
            ask(
                    "retrieve_knowledge_base",
                    object().put("kb_id", "atlas")
                            .put("query_text", "where is the tower")
                            .put("top_k", 1));
        }

        /** The run of the first turn, which is the oldest of the list. */
        private String first() {
            ask("run_list", object().put("limit", 10));
            List<String> runs = answers.at("/run_list/items").findValuesAsText("run_id");
            return runs.getLast();
        }

        private void state() {
            ask("state_set", scoped().put("key", "colour").put("value", "red"));
            ask("state_get", scoped().put("key", "colour"));
            ask("state_delete", scoped().put("key", "old"));
            ObjectNode changes = scoped();
            changes.putArray("changes").addObject().put("key", "shape").put("value", "square");
            changes.withArray("changes").addObject().put("key", "size").put("delete", true);
            ask("state_apply", changes);
            ask("state_list", scoped().put("prefix", "").put("limit", 10));
        }

        private void storage(String owner, String prefix) {
            ask("set_" + owner + "_storage", object().put("key", prefix + "new").put("value_base64", "bmV3"));
            ask("get_" + owner + "_storage", object().put("key", prefix + "new"));
            ask("delete_" + owner + "_storage", object().put("key", prefix + "old"));
            ask("get_" + owner + "_storage_keys", object());
        }

        /** The same storage by the runtime's names for it. */
        private void binary() {
            ask("set_binary_storage", owned().put("key", "newer").put("value_base64", "bmV3ZXI="));
            ask("get_binary_storage", owned().put("key", "new"));
            ask("delete_binary_storage", owned().put("key", "older"));
            ask("get_binary_storage_keys", owned());
        }

        private void models() {
            ask("invoke_llm", request());
            ArrayNode pieces = answers.putArray("invoke_llm_stream");
            api.stream("invoke_llm_stream", request(), pieces::add);
            ask("count_tokens", request());
            ObjectNode ranked = object().put("rerank_model_uuid", "orders").put("query", "tower");
            ranked.putArray("documents").add("a").add("a long one").add("longer");
            ask("invoke_rerank", ranked.put("top_k", 2));
        }

        private void ask(String action, ObjectNode data) {
            answers.set(action, api.call(action, data));
        }

        private static ObjectNode request() {
            ObjectNode request = object().put("llm_model_uuid", "speaks");
            request.putArray("messages").addObject().put("role", "user").put("content", "good morning");
            request.putArray("funcs");
            request.putObject("extra_args");
            return request;
        }

        private static ObjectNode scoped() {
            return object().put("scope", "conversation");
        }

        private static ObjectNode owned() {
            return object().put("owner_type", "plugin").put("owner", "walk/census");
        }
    }

    private static ObjectNode object() {
        return FrontDoor.JSON.createObjectNode();
    }
}
