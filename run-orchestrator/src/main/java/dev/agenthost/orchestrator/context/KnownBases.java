package dev.agenthost.orchestrator.context;

import dev.agenthost.protocol.resource.AgentResources;
import dev.agenthost.protocol.resource.KnowledgeBaseResource;
import dev.agenthost.protocol.store.knowledge.KnowledgeFact;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The granted knowledge bases as a runner is shown them: by the names that people gave them, and none that is not there. */
public final class KnownBases {
    private KnownBases() {}

    /** Those of which context-store is asked; null where there is nothing to ask. */
    public static @Nullable List<String> asked(AgentResources granted) {
        List<String> ids = granted.knowledgeBases().stream()
                .map(KnowledgeBaseResource::kbId)
                .toList();
        return ids.isEmpty() ? null : ids;
    }

    /** @param facts null from a context-store that knows of none: then the grant is shown as it is */
    static AgentResources of(AgentResources granted, @Nullable List<KnowledgeFact> facts) {
        if (facts == null) {
            return granted;
        }
        Map<String, KnowledgeFact> byId =
                facts.stream().collect(Collectors.toMap(KnowledgeFact::kbId, Function.identity(), (one, same) -> one));
        return new AgentResources(
                granted.models(),
                granted.tools(),
                granted.knowledgeBases().stream()
                        .flatMap(base ->
                                Optional.ofNullable(byId.get(base.kbId())).map(fact -> shown(base, fact)).stream())
                        .toList(),
                granted.skills(),
                granted.files(),
                granted.storage(),
                granted.platformCapabilities());
    }

    private static KnowledgeBaseResource shown(KnowledgeBaseResource base, KnowledgeFact fact) {
        return new KnowledgeBaseResource(
                base.kbId(), fact.name(), base.kbType(), base.operations(), fact.description());
    }
}
