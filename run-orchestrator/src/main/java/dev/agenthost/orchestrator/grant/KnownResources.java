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
 * The granted resources that exist. A file keeps its operation for the purpose that the file has. If context-store did not answer for a
 * kind, its granted names stay as they are, and each is checked when it is used.
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

    private static List<FileResource> files(List<FileResource> granted, List<FileFacts> known) {
        Map<String, FileFacts> byKey = by(known, FileFacts::fileKey);
        return granted.stream()
                .flatMap(file -> Stream.ofNullable(byKey.get(file.fileKey())).map(facts -> file(file, facts)))
                .filter(file -> !file.operations().isEmpty())
                .toList();
    }

    private static FileResource file(FileResource granted, FileFacts known) {
        return new FileResource(
                granted.fileKey(),
                known.name(),
                known.mimeType(),
                known.size(),
                granted.operations().stream()
                        .filter(known.purpose().wire()::equals)
                        .toList());
    }

    /** Returns granted skills only, whichever are known. */
    private static List<SkillResource> skills(List<SkillResource> granted, List<SkillResource> known) {
        Map<String, SkillResource> byName = by(known, SkillResource::skillName);
        return granted.stream()
                .flatMap(skill -> Stream.ofNullable(byName.get(skill.skillName())))
                .toList();
    }

    private static List<KnowledgeBaseResource> bases(List<KnowledgeBaseResource> granted, List<KnowledgeFact> known) {
        Map<String, KnowledgeFact> byId = by(known, KnowledgeFact::kbId);
        return granted.stream()
                .flatMap(base -> Stream.ofNullable(byId.get(base.kbId())).map(fact -> base(base, fact)))
                .toList();
    }

    private static KnowledgeBaseResource base(KnowledgeBaseResource granted, KnowledgeFact known) {
        return new KnowledgeBaseResource(
                granted.kbId(), known.name(), granted.kbType(), granted.operations(), known.description());
    }

    private static <T> Map<String, T> by(List<T> known, Function<T, String> name) {
        return known.stream().collect(Collectors.toMap(name, Function.identity(), (first, second) -> first));
    }
}
