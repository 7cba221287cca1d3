package dev.agenthost.orchestrator.grant;

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

/** {@code ctx.resources}: what policy or a selector of the configuration names, with the operations the manifest asks for; and whether a call is covered by it. */
final class GrantedResources {
    private GrantedResources() {}

    static AgentResources of(
            AgentRunnerPermissions asked, ResourcePolicy policy, ConfigSelectors chosen, EventEnvelope event) {
        return new AgentResources(
                models(asked, policy, chosen),
                // A tool is granted when it was found (Grant.with): what nobody has is not granted.
                List.of(),
                asked.knowledgeBases().isEmpty()
                        ? List.of()
                        : distinct(policy.knowledgeBases(), chosen.knowledgeBases()).stream()
                                .map(kb -> new KnowledgeBaseResource(kb, null, null, asked.knowledgeBases()))
                                .toList(),
                distinct(policy.skills()).stream()
                        .map(skill -> new SkillResource(skill, null, null))
                        .toList(),
                files(asked, policy, chosen),
                new StorageResource(owns("plugin", asked, policy), owns("workspace", asked, policy)),
                HistoryReach.granted(asked, policy, event).shownIn(RawPayloads.granted(asked, policy)));
    }

    private static List<ModelResource> models(
            AgentRunnerPermissions asked, ResourcePolicy policy, ConfigSelectors chosen) {
        List<ModelResource> models = new ArrayList<>();
        List<String> chat = asked.models().stream()
                .filter(operation -> !operation.equals("rerank"))
                .toList();
        // A model that only the policy names may be of either kind: every operation that was asked for.
        for (String model : distinct(policy.models())) {
            models.add(new ModelResource(model, null, null, asked.models()));
        }
        for (String model : chosen.chatModels()) {
            models.add(new ModelResource(model, "chat", null, chat));
        }
        for (String model : chosen.rerankModels()) {
            models.add(new ModelResource(
                    model, "rerank", null, asked.models().contains("rerank") ? List.of("rerank") : List.of()));
        }
        Set<String> seen = new LinkedHashSet<>();
        return models.stream()
                .filter(model -> !model.operations().isEmpty() && seen.add(model.modelId()))
                .toList();
    }

    /** A file that only the configuration names is read as its file, and not as one of a knowledge base. */
    private static List<FileResource> files(
            AgentRunnerPermissions asked, ResourcePolicy policy, ConfigSelectors chosen) {
        if (asked.files().isEmpty()) {
            return List.of();
        }
        List<FileResource> files = new ArrayList<>();
        for (String file : distinct(policy.files())) {
            files.add(new FileResource(file, null, null, null, asked.files()));
        }
        if (asked.files().contains("config")) {
            chosen.files().stream()
                    .filter(file -> !policy.files().contains(file))
                    .forEach(file -> files.add(new FileResource(file, null, null, null, List.of("config"))));
        }
        return files;
    }

    static AccessDecision check(AgentResources granted, AccessRequest.Model asked) {
        return named(
                granted.models().stream()
                        .anyMatch(model -> model.modelId().equals(asked.modelId())
                                && model.operations().contains(asked.operation())),
                "Model",
                asked.modelId(),
                asked.operation());
    }

    static AccessDecision check(AgentResources granted, AccessRequest.Tool asked) {
        return named(
                granted.tools().stream()
                        .anyMatch(tool -> tool.toolName().equals(asked.toolName())
                                && tool.operations().contains(asked.operation())),
                "Tool",
                asked.toolName(),
                asked.operation());
    }

    static AccessDecision check(AgentResources granted, AccessRequest.Knowledge asked) {
        return named(
                granted.knowledgeBases().stream()
                        .anyMatch(base -> base.kbId().equals(asked.kbId())
                                && base.operations().contains(asked.operation())),
                "Knowledge base",
                asked.kbId(),
                asked.operation());
    }

    /** A key is short, and was said by the runner. */
    static AccessDecision check(AgentResources granted, AccessRequest.File asked) {
        return Grant.flag(
                granted.files().stream()
                        .anyMatch(file -> file.fileKey().equals(asked.fileKey())
                                && !file.operations().isEmpty()),
                "File " + asked.fileKey());
    }

    private static AccessDecision named(boolean granted, String kind, String id, String operation) {
        return granted
                ? new AccessDecision.Allowed()
                : new AccessDecision.Denied(
                        FailureCode.UNAUTHORIZED,
                        kind + " " + TruncatedText.name(id) + ": " + operation + " not authorized for this agent run");
    }

    private static boolean owns(String owner, AgentRunnerPermissions asked, ResourcePolicy policy) {
        return asked.storage().contains(owner) && policy.storage().contains(owner);
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
