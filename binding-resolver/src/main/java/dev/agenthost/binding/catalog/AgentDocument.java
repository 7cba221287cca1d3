package dev.agenthost.binding.catalog;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.platform.rest.VersionedKind;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An agent in the form of requests, answers and storage. Id, workspace and version are optional; an omitted policy has
 * its default. Warnings are only in answers; an answer can be written back.
 */
public record AgentDocument(
        @Nullable String agentId,
        @Nullable String workspaceId,
        @Nullable String name,
        RunnerId runnerId,
        ObjectNode runnerConfig,
        @Nullable ResourcePolicy resourcePolicy,
        @Nullable StatePolicy statePolicy,
        @Nullable DeliveryPolicy deliveryPolicy,
        @Nullable TurnPolicy turnPolicy,
        @Nullable RetryPolicy retryPolicy,
        @Nullable DeadlinePolicy deadlinePolicy,
        @Nullable Integer version,
        @Nullable List<AgentWarning> warnings) {
    /** The kind of agents. */
    public static final VersionedKind<Agent, AgentDocument> KIND = new VersionedKind<>(
            "agent",
            "agent_id",
            true,
            AgentDocument.class,
            document -> new VersionedKind.Heading(document.agentId, document.workspaceId),
            id -> ResourceName.check(id, "agent_id"),
            AgentDocument::agent,
            AgentRules::check,
            AgentDocument::of);

    public AgentDocument {
        Fields.required(runnerId, "runner_id");
        runnerConfig = Fields.object(runnerConfig);
    }

    /** Returns the agent of this document, in its first version if it names none. */
    public Agent agent(String id, String workspace) {
        return new Agent(
                id,
                workspace,
                Fields.or(name, id),
                runnerId,
                runnerConfig,
                new AgentPolicies(
                        Fields.or(resourcePolicy, ResourcePolicy.defaults()),
                        Fields.or(statePolicy, StatePolicy.defaults()),
                        Fields.or(deliveryPolicy, DeliveryPolicy.defaults()),
                        Fields.or(turnPolicy, TurnPolicy.SERIAL),
                        Fields.or(retryPolicy, RetryPolicy.NEVER),
                        Fields.or(deadlinePolicy, DeadlinePolicy.defaults())),
                Fields.or(version, 1));
    }

    public static AgentDocument of(Agent agent) {
        AgentPolicies policies = agent.policies();
        return new AgentDocument(
                agent.agentId(),
                agent.workspaceId(),
                agent.name(),
                agent.runnerId(),
                agent.runnerConfig(),
                policies.resourcePolicy(),
                policies.statePolicy(),
                policies.deliveryPolicy(),
                policies.turnPolicy(),
                policies.retryPolicy(),
                policies.deadlinePolicy(),
                agent.version(),
                null);
    }

    /** Returns the document of an answer, with its warnings. */
    public static AgentDocument of(Agent agent, List<AgentWarning> warnings) {
        AgentDocument agentDocument = of(agent);
        return new AgentDocument(
                agentDocument.agentId,
                agentDocument.workspaceId,
                agentDocument.name,
                agentDocument.runnerId,
                agentDocument.runnerConfig,
                agentDocument.resourcePolicy,
                agentDocument.statePolicy,
                agentDocument.deliveryPolicy,
                agentDocument.turnPolicy,
                agentDocument.retryPolicy,
                agentDocument.deadlinePolicy,
                agentDocument.version,
                warnings.isEmpty() ? null : warnings);
    }
}
