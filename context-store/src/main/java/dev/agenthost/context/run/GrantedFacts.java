package dev.agenthost.context.run;

import dev.agenthost.context.file.FileRepository;
import dev.agenthost.context.semanticsearch.knowledge.KnowledgeBaseRepository;
import dev.agenthost.context.skill.SkillRepository;
import dev.agenthost.protocol.context.SkillResource;
import dev.agenthost.protocol.store.RunContextAnswer;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.artifact.FileFacts;
import dev.agenthost.protocol.store.artifact.FileLimits;
import dev.agenthost.protocol.store.knowledge.KnowledgeFact;
import dev.agenthost.protocol.store.skill.SkillLimits;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Adds the facts of the granted files, skills and knowledge bases to the answer for a run. A kind of which none is named is not queried.
 */
public final class GrantedFacts {
    private final FileRepository files;
    private final SkillRepository skills;
    private final KnowledgeBaseRepository bases;

    public GrantedFacts(FileRepository files, SkillRepository skills, KnowledgeBaseRepository bases) {
        this.files = files;
        this.skills = skills;
        this.bases = bases;
    }

    public Uni<RunContextAnswer> with(RunContextQuestion question, RunContextAnswer answer) {
        if (question.files() == null && question.skills() == null && question.knowledgeBases() == null) {
            return Uni.createFrom().item(answer);
        }
        String workspace = question.workspaceId();
        Uni<Found<FileFacts>> foundFiles = found(workspace, question.files(), FileLimits::isKey, files::facts);
        Uni<Found<SkillResource>> foundSkills = found(workspace, question.skills(), SkillLimits::isName, skills::facts);
        Uni<Found<KnowledgeFact>> foundBases = found(workspace, question.knowledgeBases(), id -> true, bases::named);
        return Uni.combine()
                .all()
                .unis(foundFiles, foundSkills, foundBases)
                .with((file, skill, base) -> answer.knowing(file.facts(), skill.facts(), base.facts()));
    }

    /** @param facts null if none was requested */
    private record Found<T>(@Nullable List<T> facts) {}

    /** Finds the named facts; an invalid name is unknown. */
    private static <T> Uni<Found<T>> found(
            String workspace,
            @Nullable List<String> names,
            Predicate<String> isName,
            BiFunction<String, List<String>, Uni<List<T>>> query) {
        if (names == null) {
            return Uni.createFrom().item(new Found<>(null));
        }
        List<String> known = names.stream().filter(isName).distinct().toList();
        return (known.isEmpty() ? Uni.createFrom().item(List.<T>of()) : query.apply(workspace, known)).map(Found::new);
    }
}
