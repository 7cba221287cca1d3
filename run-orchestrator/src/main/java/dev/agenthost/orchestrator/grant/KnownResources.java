package dev.agenthost.orchestrator.grant;

import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.context.FileResource;
import dev.agenthost.protocol.context.KnowledgeBaseResource;
import dev.agenthost.protocol.context.SkillResource;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.artifact.FileFacts;
import dev.agenthost.protocol.store.knowledge.KnowledgeFact;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Restricts granted resources to those that exist. A file keeps the operation of its purpose. If context-store did not respond for a
 * kind, its granted names are unchanged, and each is checked on use.
 */
final class KnownResources {
    private KnownResources() {}

    static AgentResources of(AgentResources granted, RunContextAnswer stored) {
        List<FileFacts> files = stored.files();
        List<SkillResource> skills = stored.skills();
        List<KnowledgeFact> bases = stored.knowledgeBases();
        return files == null && skills == null && bases == null
                ? granted
                : new AgentResources(
                        granted.models(),
                        granted.tools(),
                        bases == null ? granted.knowledgeBases() : bases(granted.knowledgeBases(), bases),
                        skills == null ? granted.skills() : skills(granted.skills(), skills),
                        files == null ? granted.files() : files(granted.files(), files),
                        granted.storage(),
                        granted.platformCapabilities());
    }

    private static List<FileResource> files(List<FileResource> granted, List<FileFacts> existing) {
        Map<String, FileFacts> byKey = by(existing, FileFacts::fileKey);
        return granted.stream()
                .flatMap(file -> Stream.ofNullable(byKey.get(file.fileKey())).map(facts -> file(file, facts)))
                .filter(file -> !file.operations().isEmpty())
                .toList();
    }

    private static FileResource file(FileResource granted, FileFacts existing) {
        return new FileResource(
                granted.fileKey(),
                existing.name(),
                existing.mimeType(),
                existing.size(),
                granted.operations().stream()
                        .filter(existing.purpose().wire()::equals)
                        .toList());
    }

    /** Returns the granted skills that exist. */
    private static List<SkillResource> skills(List<SkillResource> granted, List<SkillResource> existing) {
        Map<String, SkillResource> byName = by(existing, SkillResource::skillName);
        return granted.stream()
                .flatMap(skill -> Stream.ofNullable(byName.get(skill.skillName())))
                .toList();
    }

    private static List<KnowledgeBaseResource> bases(
            List<KnowledgeBaseResource> granted, List<KnowledgeFact> existing) {
        Map<String, KnowledgeFact> byId = by(existing, KnowledgeFact::kbId);
        return granted.stream()
                .flatMap(base -> Stream.ofNullable(byId.get(base.kbId())).map(fact -> base(base, fact)))
                .toList();
    }

    private static KnowledgeBaseResource base(KnowledgeBaseResource granted, KnowledgeFact existing) {
        return new KnowledgeBaseResource(
                granted.kbId(), existing.name(), granted.kbType(), granted.operations(), existing.description());
    }

    private static <T> Map<String, T> by(List<T> existing, Function<T, String> name) {
        return existing.stream().collect(Collectors.toMap(name, Function.identity(), (first, second) -> first));
    }
}
