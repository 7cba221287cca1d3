package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.orchestrator.lifecycle.attempt.RunExecutor;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInput;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInputs;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.runner.RunnerConnection;
import dev.agenthost.orchestrator.runner.RunnerDescriptor;
import dev.agenthost.orchestrator.runner.RunnerRegistry;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.RunFailed;
import java.util.Map;
import java.util.Optional;

/** Executes claimed runs on the plugins of this replica: reserves a slot, completes the configuration, dispatches. */
public final class PluginRunExecutor implements RunExecutor {
    private final RunnerRegistry registry;
    private final Secrets secrets;
    private final RunDispatcher dispatcher;

    /** @param secrets that configurations refer to */
    public PluginRunExecutor(RunnerRegistry registry, Secrets secrets, RunDispatcher dispatcher) {
        this.registry = registry;
        this.secrets = secrets;
        this.dispatcher = dispatcher;
    }

    @Override
    public Map<SlotPool, Integer> room() {
        return registry.room();
    }

    @Override
    public void onRoom(Runnable wake) {
        registry.onRoom(wake);
    }

    @Override
    public void execute(ClaimedRun run, RunInputs inputs) {
        Optional<RunnerConnection> place = registry.reserve(run.binding().runnerId(), run.workspaceId(), run.pool());
        if (place.isEmpty()) {
            inputs.submit(notReserved("no connection has room for the runner"));
            return;
        }
        RunnerConnection connection = place.get();
        Optional<RunnerDescriptor> runner = connection.runner(run.binding().runnerId());
        if (runner.isEmpty()) {
            connection.giveBack();
            inputs.submit(notReserved("the runner has just gone"));
            return;
        }
        try {
            switch (RunConfiguration.of(
                    runner.get().manifest().configSchema(), run.binding().runnerConfig(), secrets, run.workspaceId())) {
                case RunConfiguration.Complete complete ->
                    dispatcher.dispatch(run, connection, runner.get(), complete, inputs);
                case RunConfiguration.Missing missing -> {
                    connection.giveBack();
                    inputs.submit(new RunInput.NotReserved(new ExecutionOutcome.Failed(
                            RunFailed.of(FailureCode.RUNNER_CONFIG_INVALID, missing.why()))));
                }
            }
        } catch (RuntimeException why) {
            connection.giveBack();
            throw why;
        }
    }

    private static RunInput notReserved(String why) {
        return new RunInput.NotReserved(new ExecutionOutcome.NotStarted(FailureCode.RUNNER_UNAVAILABLE, why));
    }
}
