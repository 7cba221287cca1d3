package dev.agenthost.context.skill;

import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.WriteOutcome;
import dev.agenthost.protocol.context.SkillResource;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores skills. A workspace never exceeds its quota, also under concurrent writes; a name of another workspace is unknown. */
public interface SkillRepository {
    Uni<Optional<StoredSkill>> find(String workspaceId, String name);

    /**
     * Reads a page in the order of the names.
     *
     * @param after null for the first page
     */
    Uni<List<SkillSummary>> page(String workspaceId, @Nullable String after, int most);

    /**
     * Stores a skill; it belongs to people from then on.
     *
     * @param expected the version that is replaced; null for a new skill
     */
    Uni<WriteOutcome<StoredSkill>> put(Skill skill, @Nullable ExpectedVersion expected);

    Uni<WriteOutcome<StoredSkill>> delete(String workspaceId, String name, ExpectedVersion expected);

    /** Registers a skill; fenced, and once for each operation id. A skill that a person turned off stays off. */
    Uni<SkillRegistrationOutcome> register(WriteClaim claim, Skill skill);

    /** Reads the facts of the skills that exist and are turned on, in the order of the names given. */
    Uni<List<SkillResource>> facts(String workspaceId, List<String> names);
}
