package dev.agenthost.context.skill;

import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.protocol.context.SkillResource;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where skills are kept. A workspace never has more than its quota, whoever else writes at the same time; a name of another workspace
 * names nothing.
 */
public interface SkillRepository {
    Uni<Optional<StoredSkill>> find(String workspaceId, String name);

    /** In the order of their names. @param after null for the first ones */
    Uni<List<SkillSummary>> page(String workspaceId, @Nullable String after, int most);

    /** From then on it is a person's. */
    Uni<SkillWrite> put(Skill skill, SkillPrecondition expected);

    Uni<SkillWrite> delete(String workspaceId, String name, SkillPrecondition expected);

    /** Fenced, and done once for each operation id. One that somebody turned off stays off. */
    Uni<SkillRegistrationOutcome> register(WriteClaim claim, Skill skill);

    /** Of those that are there and turned on, in the order in which they were named. */
    Uni<List<SkillResource>> facts(String workspaceId, List<String> names);
}
