package dev.agenthost.protocol.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.agenthost.protocol.error.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task that a run gives to another agent. It can only take rights away from the binding that answers it. Its limits hold for all runs that
 * continue the delegated run, too.
 *
 * @param delegationId the name that the delegating runner chose, once for each chain of continuations
 * @param agentId the agent whose binding answers
 * @param runSeconds the longest time the delegated run may take, and with the runs that continue it from the delegation on; null for the
 *     agent's own limit
 * @param limits the resources that the delegating runner leaves; null if it takes none away
 * @param budget the most that the delegated run may use; null if the delegating runner sets no limit
 */
public record Delegation(
        String delegationId,
        String agentId,
        @Nullable Integer runSeconds,
        @Nullable DelegationLimits limits,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable DelegationBudget budget) {
    private static final int A_DAY = 86_400;

    public Delegation {
        Fields.text(delegationId, "delegation_id");
        Fields.text(agentId, "agent_id");
        if (runSeconds != null) {
            Fields.within(runSeconds, 1, A_DAY, "run_seconds");
        }
    }

    /** A task without a budget. */
    public Delegation(
            String delegationId, String agentId, @Nullable Integer runSeconds, @Nullable DelegationLimits limits) {
        this(delegationId, agentId, runSeconds, limits, null);
    }

    /**
     * Names of resources that stay granted. A list that is null takes nothing away, an empty list takes everything away.
     *
     * @param tools {@code server/tool} or {@code server/*}
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record DelegationLimits(
            @Nullable List<String> models,
            @Nullable List<String> tools,
            @Nullable List<String> knowledgeBases,
            @Nullable List<String> skills,
            @Nullable List<String> files,
            @Nullable List<String> storage,
            @Nullable List<String> hostApis,
            @Nullable List<String> agents) {
        public DelegationLimits {
            models = copy(models, "models");
            tools = copy(tools, "tools");
            knowledgeBases = copy(knowledgeBases, "knowledge_bases");
            skills = copy(skills, "skills");
            files = copy(files, "files");
            storage = copy(storage, "storage");
            hostApis = copy(hostApis, "host_apis");
            agents = copy(agents, "agents");
        }

        private static @Nullable List<String> copy(@Nullable List<String> names, String field) {
            return names == null ? null : Fields.list(names, field);
        }
    }
}
