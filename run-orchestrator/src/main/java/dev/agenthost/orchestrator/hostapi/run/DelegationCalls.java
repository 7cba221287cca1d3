package dev.agenthost.orchestrator.hostapi.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.delegation.DelegationOutcome;
import dev.agenthost.orchestrator.delegation.DelegationRequest;
import dev.agenthost.orchestrator.delegation.DelegationService;
import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.error.InvalidFieldException;
import io.smallrye.mutiny.Uni;

/** {@code run_delegate}: gives a task to another agent, which answers in a run of its own. */
public final class DelegationCalls {
    private final DelegationService delegations;

    public DelegationCalls(DelegationService delegations) {
        this.delegations = delegations;
    }

    public Uni<HostCallResponse> delegate(RunSession session, JsonNode data) {
        try {
            DelegationRequest request = DelegationRequest.read(data);
            AccessRequest access =
                    new AccessRequest.Delegation(request.delegation().agentId());
            if (Grant.check(session.grant(), access) instanceof AccessDecision.Denied denied) {
                return Uni.createFrom().item(HostCallResponse.denied(denied));
            }
            return delegations.delegate(session.run(), request).map(DelegationCalls::response);
        } catch (InvalidFieldException invalid) {
            return Uni.createFrom().item(HostCallResponse.invalid(invalid));
        }
    }

    private static HostCallResponse response(DelegationOutcome outcome) {
        return switch (outcome) {
            case DelegationOutcome.Delegated delegated -> {
                ObjectNode run = JsonNodeFactory.instance.objectNode();
                run.put("run_id", delegated.runId().toString());
                yield new HostCallResponse.Served(run, "delegated_run_id=" + delegated.runId());
            }
            case DelegationOutcome.NameTaken taken ->
                HostCallResponse.refused(FailureCode.CONFLICT, "delegation_id already names another task of this run");
            case DelegationOutcome.OverBudget over ->
                HostCallResponse.refused(
                        FailureCode.BUDGET_EXHAUSTED, over.limit().sentence());
            case DelegationOutcome.TooMany many ->
                HostCallResponse.refused(
                        FailureCode.INVALID_ARGUMENT,
                        "the runs of one event must delegate at most " + many.most() + " times");
            case DelegationOutcome.TooDeep deep ->
                HostCallResponse.refused(
                        FailureCode.INVALID_ARGUMENT,
                        "a run that is delegated at depth " + deep.most() + " must not delegate");
        };
    }
}
