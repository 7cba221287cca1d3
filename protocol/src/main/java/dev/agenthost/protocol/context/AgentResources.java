package dev.agenthost.protocol.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import java.util.List;

/** The resources of this run: the frozen grant in the runner's view (spec 000 §6). */
public record AgentResources(
        List<ModelResource> models,
        List<ToolResource> tools,
        List<KnowledgeBaseResource> knowledgeBases,
        List<SkillResource> skills,
        List<FileResource> files,
        StorageResource storage,
        ObjectNode platformCapabilities) {
    /** The platform capability with the ids of the agents that the run may delegate to; absent if it may not delegate. */
    public static final String DELEGATION_AGENTS = "delegation_agents";

    public AgentResources {
        models = Fields.list(models, "models");
        tools = Fields.list(tools, "tools");
        knowledgeBases = Fields.list(knowledgeBases, "knowledge_bases");
        skills = Fields.list(skills, "skills");
        files = Fields.list(files, "files");
        storage = Fields.or(storage, StorageResource.none());
        platformCapabilities = Fields.object(platformCapabilities);
    }

    /** Ids of the agents that the run may delegate to. */
    public List<String> delegationAgents() {
        return platformCapabilities
                .path(DELEGATION_AGENTS)
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }

    /** Nothing is granted. */
    public static AgentResources none() {
        return new AgentResources(
                List.of(), List.of(), List.of(), List.of(), List.of(), StorageResource.none(), Fields.object(null));
    }
}
