package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.grant.AccessDecision;
import dev.agenthost.orchestrator.grant.AccessRequest;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.hostapi.write.StateWriteLimits;
import dev.agenthost.orchestrator.result.ResultDecision;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.StateUpdated;
import dev.agenthost.protocol.store.state.StateCall;
import dev.agenthost.protocol.store.state.StateGrammar;
import dev.agenthost.protocol.store.state.StateScopeKey;
import java.util.Optional;

/** {@code state.updated}: sets the value in a granted scope. */
final class StateEffect {
    private StateEffect() {}

    static EffectPlan plan(ClaimedRun run, Grant grant, StateUpdated update, ResultDecision.Applies effect) {
        StateScopeKey key = grant.state().get(update.scope());
        if (key == null
                || Grant.check(grant, new AccessRequest.State(update.scope())) instanceof AccessDecision.Denied) {
            return new EffectPlan.Drop(
                    FailureCode.UNAUTHORIZED, "in scope " + update.scope().wire() + ", which is not granted");
        }
        int bytes = StateWriteLimits.bytes(update.value());
        if (bytes > StateWriteLimits.MOST_BYTES) {
            return new EffectPlan.Drop(FailureCode.PAYLOAD_TOO_LARGE, "with a value larger than 256 KiB");
        }
        Optional<String> fault = StateGrammar.faultOfName(update.key());
        if (fault.isPresent()) {
            return new EffectPlan.Drop(FailureCode.INVALID_ARGUMENT, "with a key that " + fault.get());
        }
        StateCall call = StateCall.set(
                run.workspaceId(),
                run.runId(),
                run.attempt(),
                EffectRunner.operation(run, effect),
                key,
                StateWriteLimits.of(update.key()),
                update.value());
        return new EffectPlan.Ask<>(bytes, memory -> memory.set(call), done -> effect.result());
    }
}
