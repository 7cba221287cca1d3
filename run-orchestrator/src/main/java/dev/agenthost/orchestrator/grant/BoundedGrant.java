package dev.agenthost.orchestrator.grant;

import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.store.artifact.FileLimits;
import dev.agenthost.protocol.store.skill.SkillLimits;
import java.util.List;

/**
 * A grant with a limited number of resources of each kind. Resources beyond the limit, in the order of policy and configuration, are
 * not granted.
 *
 * @param beyond the kinds and numbers of omitted resources, for the audit; empty if none
 */
public record BoundedGrant(Grant grant, String beyond) {
    /** The most models that a policy may name. */
    static final int MOST_MODELS = 1_000;

    public BoundedGrant {
        Fields.required(grant, "grant");
        Fields.required(beyond, "beyond");
    }

    public static BoundedGrant of(Grant frozen) {
        AgentResources all = frozen.resources();
        String beyond = beyond("models", all.models(), MOST_MODELS)
                + beyond("knowledge_bases", all.knowledgeBases(), SkillLimits.MOST_NAMED)
                + beyond("skills", all.skills(), SkillLimits.MOST_NAMED)
                + beyond("files", all.files(), FileLimits.MOST_NAMED);
        return beyond.isEmpty()
                ? new BoundedGrant(frozen, "")
                : new BoundedGrant(
                        frozen.withResources(new AgentResources(
                                first(all.models(), MOST_MODELS),
                                all.tools(),
                                first(all.knowledgeBases(), SkillLimits.MOST_NAMED),
                                first(all.skills(), SkillLimits.MOST_NAMED),
                                first(all.files(), FileLimits.MOST_NAMED),
                                all.storage(),
                                all.platformCapabilities())),
                        beyond);
    }

    private static String beyond(String kind, List<?> named, int most) {
        return named.size() <= most ? "" : " " + kind + "_beyond_" + most + "=" + (named.size() - most);
    }

    private static <T> List<T> first(List<T> named, int most) {
        return named.size() <= most ? named : named.subList(0, most);
    }
}
