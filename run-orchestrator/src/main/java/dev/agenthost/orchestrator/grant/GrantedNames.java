package dev.agenthost.orchestrator.grant;

import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.protocol.context.FileResource;
import dev.agenthost.protocol.context.KnowledgeBaseResource;
import dev.agenthost.protocol.context.ModelResource;
import dev.agenthost.protocol.context.SkillResource;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.store.artifact.FileLimits;
import dev.agenthost.protocol.store.skill.SkillLimits;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The names in a grant whose resources other stores have. Null if the grant has no name of a kind, so that no request is sent. */
public final class GrantedNames {
    private GrantedNames() {}

    /** Returns the ids of models in lists of the size of one query; empty if the grant has none. */
    public static List<List<String>> models(Grant grant) {
        List<String> named =
                grant.resources().models().stream().map(ModelResource::modelId).toList();
        List<List<String>> queries = new ArrayList<>();
        for (int from = 0; from < named.size(); from += VersionedRepository.MAX_IDS) {
            queries.add(named.subList(from, Math.min(named.size(), from + VersionedRepository.MAX_IDS)));
        }
        return queries;
    }

    /** The ids of the tools that a run needs: those of its policy, then those of its configuration. */
    public static List<String> tools(AgentRunnerManifest manifest, BindingSnapshot binding) {
        Set<String> tools = new LinkedHashSet<>(binding.resourcePolicy().tools());
        tools.addAll(ConfigSelectors.of(manifest, binding).tools());
        return List.copyOf(tools);
    }

    public static @Nullable List<String> files(Grant grant) {
        return named(grant.resources().files(), FileResource::fileKey, FileLimits.MOST_NAMED);
    }

    public static @Nullable List<String> skills(Grant grant) {
        return named(grant.resources().skills(), SkillResource::skillName, SkillLimits.MOST_NAMED);
    }

    public static @Nullable List<String> knowledgeBases(Grant grant) {
        return named(grant.resources().knowledgeBases(), KnowledgeBaseResource::kbId, SkillLimits.MOST_NAMED);
    }

    private static <T> @Nullable List<String> named(List<T> granted, Function<T, String> name, int most) {
        return granted.isEmpty() ? null : granted.stream().map(name).limit(most).toList();
    }
}
