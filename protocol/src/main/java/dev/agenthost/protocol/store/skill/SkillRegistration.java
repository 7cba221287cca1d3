package dev.agenthost.protocol.store.skill;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import org.jspecify.annotations.Nullable;

/**
 * An attempt's request to register a skill or replace one that its runner registered. The response is {@link SkillRegistered}.
 *
 * @param operationId a repeated id changes nothing and has the same response
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
