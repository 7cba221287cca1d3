package dev.agenthost.orchestrator.grant;

import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.store.artifact.FileLimits;
import dev.agenthost.protocol.store.skill.SkillLimits;
import java.util.List;

/**
 * A grant that names no more of each kind than is looked for when a run begins. What its binding names beyond that is not granted, in
 * the order in which policy and configuration name it.
 *
 * @param beyond of which kinds something was left out, and how much, for the audit; empty where nothing was
 */
public record BoundedGrant(Grant grant, String beyond) {
    /** As many as a policy may name. */
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
                        frozen.narrowed(new AgentResources(
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
