package dev.agenthost.orchestrator.hostapi.outbound;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.delegation.BudgetLimit;
import dev.agenthost.orchestrator.delegation.DelegationBudgets;
import dev.agenthost.orchestrator.hostapi.dispatch.HostAction;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.orchestrator.hostapi.dispatch.RunSession;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes the calls of models and tools of delegated runs within the budgets of their tasks. */
public final class BudgetedCalls {
    private static final System.Logger LOG = System.getLogger(BudgetedCalls.class.getName());

    private final DelegationBudgets budgets;

    public BudgetedCalls(DelegationBudgets budgets) {
        this.budgets = budgets;
    }

    /** Makes a call, or refuses it with {@code budget_exhausted}. */
    public Uni<HostCallResponse> call(
            HostAction action, RunSession session, JsonNode data, Supplier<Uni<HostCallResponse>> call) {
        ClaimedRun run = session.run();
        if (!budgets.counts(run) || action == HostAction.COUNT_TOKENS) {
            return call.get();
        }
        if (action == HostAction.CALL_TOOL) {
            return budgets.takeCall(run).chain(limit -> refusal(limit).orElseGet(call));
        }
        return budgets.admitModelCall(run).chain(limit -> refusal(limit)
                .orElseGet(() -> call.get().chain(response -> counted(run, data, response))));
    }

    private static Optional<Uni<HostCallResponse>> refusal(Optional<BudgetLimit> limit) {
        return limit.map(
                one -> Uni.createFrom().item(HostCallResponse.refused(FailureCode.BUDGET_EXHAUSTED, one.sentence())));
    }

    private Uni<HostCallResponse> counted(ClaimedRun run, JsonNode request, HostCallResponse response) {
        CalledTokens tokens = new CalledTokens(JsonText.bytes(request));
        return switch (response) {
            case HostCallResponse.Served served -> {
                tokens.add(served.data());
                yield add(run, tokens.total()).replaceWith(response);
            }
            case HostCallResponse.Streamed streamed ->
                Uni.createFrom()
                        .item(new HostCallResponse.Streamed(
                                streamed.chunks()
                                        .invoke(tokens::add)
                                        .onTermination()
                                        .call(() -> add(run, tokens.total())),
                                streamed.detail()));
            case HostCallResponse.Refused refused ->
                refused.failed()
                        ? add(run, 0).replaceWith(response)
                        : Uni.createFrom().item(response);
        };
    }

    /** The answer is the runner's whether it could be counted or not. */
    private Uni<Void> add(ClaimedRun run, long tokens) {
        return budgets.add(run, tokens).onFailure().recoverWithItem(why -> {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "usage of a model not counted runId={0} tokens={1}: {2}",
                    run.runId(),
                    String.valueOf(tokens),
                    why.toString());
            return null;
        });
    }
}
