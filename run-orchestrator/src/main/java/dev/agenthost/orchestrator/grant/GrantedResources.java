package dev.agenthost.orchestrator.grant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.TruncatedText;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.context.FileResource;
import dev.agenthost.protocol.context.KnowledgeBaseResource;
import dev.agenthost.protocol.context.ModelResource;
import dev.agenthost.protocol.context.SkillResource;
import dev.agenthost.protocol.context.StorageResource;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** {@code ctx.resources}: the resources in the policy or in a selector of the configuration, with the operations that the manifest declares. Checks calls against them. */
final class GrantedResources {
    private GrantedResources() {}

    static AgentResources of(
            AgentRunnerPermissions permissions, ResourcePolicy policy, ConfigSelectors chosen, EventEnvelope event) {
        return new AgentResources(
                models(permissions, policy, chosen),
                // A tool is granted once its source has offered it (Grant.with).
                List.of(),
                permissions.knowledgeBases().isEmpty()
                        ? List.of()
                        : distinct(policy.knowledgeBases(), chosen.knowledgeBases()).stream()
                                .map(kb -> new KnowledgeBaseResource(kb, null, null, permissions.knowledgeBases()))
                                .toList(),
                distinct(policy.skills()).stream()
                        .map(skill -> new SkillResource(skill, null, null))
                        .toList(),
                files(permissions, policy, chosen),
                new StorageResource(owns("plugin", permissions, policy), owns("workspace", permissions, policy)),
                capabilities(permissions, policy, event));
    }

    private static ObjectNode capabilities(
            AgentRunnerPermissions permissions, ResourcePolicy policy, EventEnvelope event) {
        ObjectNode capabilities = RawPayloads.granted(permissions, policy);
        HistoryReach.granted(permissions, policy, event).addTo(capabilities);
        return DelegationAgents.addTo(capabilities, DelegationAgents.granted(permissions, policy));
    }

    private static List<ModelResource> models(
            AgentRunnerPermissions permissions, ResourcePolicy policy, ConfigSelectors chosen) {
        List<ModelResource> models = new ArrayList<>();
        List<String> chat = permissions.models().stream()
                .filter(operation -> !operation.equals("rerank"))
                .toList();
        // A model in the policy may be of either kind: it gets every declared operation.
        for (String model : distinct(policy.models())) {
            models.add(new ModelResource(model, null, null, permissions.models()));
        }
        for (String model : chosen.chatModels()) {
            models.add(new ModelResource(model, "chat", null, chat));
        }
        for (String model : chosen.rerankModels()) {
            models.add(new ModelResource(
                    model, "rerank", null, permissions.models().contains("rerank") ? List.of("rerank") : List.of()));
        }
        Set<String> seen = new LinkedHashSet<>();
        return models.stream()
                .filter(model -> !model.operations().isEmpty() && seen.add(model.modelId()))
                .toList();
    }

    /** Returns the files; a file that only the configuration names may be read for the purpose {@code config} only. */
    private static List<FileResource> files(
            AgentRunnerPermissions permissions, ResourcePolicy policy, ConfigSelectors chosen) {
        if (permissions.files().isEmpty()) {
            return List.of();
        }
        List<FileResource> files = new ArrayList<>();
        for (String file : distinct(policy.files())) {
            files.add(new FileResource(file, null, null, null, permissions.files()));
        }
        if (permissions.files().contains("config")) {
            chosen.files().stream()
                    .filter(file -> !policy.files().contains(file))
                    .forEach(file -> files.add(new FileResource(file, null, null, null, List.of("config"))));
        }
        return files;
    }

    static AccessDecision check(AgentResources granted, AccessRequest.Model request) {
        return named(
                granted.models().stream()
                        .anyMatch(model -> model.modelId().equals(request.modelId())
                                && model.operations().contains(request.operation())),
                "Model",
                request.modelId(),
                request.operation());
    }

    static AccessDecision check(AgentResources granted, AccessRequest.Tool request) {
        return named(
                granted.tools().stream()
                        .anyMatch(tool -> tool.toolName().equals(request.toolName())
                                && tool.operations().contains(request.operation())),
                "Tool",
                request.toolName(),
                request.operation());
    }

    static AccessDecision check(AgentResources granted, AccessRequest.Knowledge request) {
        return named(
                granted.knowledgeBases().stream()
                        .anyMatch(base -> base.kbId().equals(request.kbId())
                                && base.operations().contains(request.operation())),
                "Knowledge base",
                request.kbId(),
                request.operation());
    }

    /** Checks a file; the reason has its complete key, which is short. */
    static AccessDecision check(AgentResources granted, AccessRequest.File request) {
        return Grant.flag(
                granted.files().stream()
                        .anyMatch(file -> file.fileKey().equals(request.fileKey())
                                && !file.operations().isEmpty()),
                "File " + request.fileKey());
    }

    private static AccessDecision named(boolean granted, String kind, String id, String operation) {
        return granted
                ? new AccessDecision.Allowed()
                : new AccessDecision.Denied(
                        FailureCode.UNAUTHORIZED,
                        kind + " " + TruncatedText.name(id) + ": " + operation + " not authorized for this agent run");
    }

    private static boolean owns(String owner, AgentRunnerPermissions permissions, ResourcePolicy policy) {
        return permissions.storage().contains(owner) && policy.storage().contains(owner);
    }

    @SafeVarargs
    private static Set<String> distinct(List<String>... lists) {
        Set<String> all = new LinkedHashSet<>();
        for (List<String> list : lists) {
            all.addAll(list);
        }
        return all;
    }
}
