package dev.agenthost.walk.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.context.KnowledgeBaseResource;
import dev.agenthost.protocol.context.SkillResource;
import dev.agenthost.protocol.context.ToolResource;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import dev.agenthost.walk.box.FrontDoor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A runner that uses all resources of its agent, and emits the outcomes. */
final class AgentResourceRunner {
    static final String RUNNER_ID = "plugin:walk/gatherer/default";

    private AgentResourceRunner() {}

    static RunnerPlugin plugin() {
        RunnerSpec spec = RunnerSpec.named("default")
                .capabilities("tool_calling", "knowledge_retrieval", "skill_authoring")
                .permissions(Map.of(
                        "tools", List.of("detail", "call"),
                        "knowledge_bases", List.of("list", "retrieve"),
                        "files", List.of("config", "knowledge")));
        return RunnerPlugin.of("walk", "gatherer").runner(spec, AgentResourceRunner::run);
    }

    private static void run(AgentRunContext context, RunOutput out, HostApi api) {
        AgentResources given = context.resources();
        ObjectNode found = object();
        found.set(
                "tools",
                FrontDoor.JSON.valueToTree(
                        given.tools().stream().map(ToolResource::toolName).toList()));
        found.set("detail", api.tools().detail("abacus__add"));
        found.set("sum", api.tools().call("abacus__add", object().put("a", 2).put("b", 40)));
        KnowledgeBaseResource base = given.knowledgeBases().getFirst();
        JsonNode passage = api.knowledge()
                .retrieve(base.kbId(), String.valueOf(context.input().text()), 1, null)
                .getFirst();
        found.put("base", base.kbName()).set("passage", passage);
        byte[] bytes = api.files().read(given.files().getFirst().fileKey());
        found.put("file", given.files().getFirst().name() + ": " + new String(bytes, StandardCharsets.UTF_8));
        SkillResource skill = given.skills().getFirst();
        found.put("description", skill.description());
        found.set("skill", api.tools().call("activate", object().put("skill_name", skill.skillName())));
        found.set(
                "learned",
                api.tools()
                        .call(
                                "register_skill",
                                object().put("skill_name", "count-beads")
                                        .put("description", "How beads are counted")
                                        .put("instructions", "From the left.")));
        out.message(found.toString());
    }

    private static ObjectNode object() {
        return FrontDoor.JSON.createObjectNode();
    }
}
