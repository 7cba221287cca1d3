package dev.agenthost.protocol.store.skill;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import org.jspecify.annotations.Nullable;

/**
 * An attempt of a run registers a skill, or writes one anew that its runner registered before. Answered with {@link SkillRegistered}.
 *
 * @param operationId the same one again does nothing and answers the same
 */
public record SkillRegistration(
        String workspaceId,
        RunId runId,
        int attempt,
        String operationId,
        RunnerId runnerId,
        String skillName,
        @Nullable String displayName,
        String description,
        String instructions) {
    public SkillRegistration {
        Fields.text(workspaceId, "workspace_id");
        Fields.required(runId, "run_id");
        Fields.within(attempt, 1, Integer.MAX_VALUE, "attempt");
        Fields.text(operationId, "operation_id");
        Fields.required(runnerId, "runner_id");
        Fields.text(skillName, "skill_name");
        Fields.text(description, "description");
        Fields.text(instructions, "instructions");
    }
}
