package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.run.BindingSnapshot;

/**
 * A binding that may be chosen, with the snapshot for its runs.
 *
 * @param snapshot the agent, narrowed by the binding; created once for each change, not for each event
 */
public record BindingCandidate(Binding binding, BindingSnapshot snapshot) {
    public static BindingCandidate of(Binding binding, Agent agent) {
        AgentPolicies policies = binding.narrow().narrow(agent.policies());
        return new BindingCandidate(
                binding,
                new BindingSnapshot(
                        binding.bindingId(),
                        binding.version(),
                        agent.agentId(),
                        agent.version(),
                        agent.runnerId(),
                        agent.runnerConfig(),
                        policies.resourcePolicy(),
                        policies.statePolicy(),
                        policies.deliveryPolicy(),
                        policies.turnPolicy(),
                        policies.retryPolicy(),
                        policies.deadlinePolicy(),
                        binding.narrow().choices()));
    }
}
