package dev.agenthost.orchestrator.execution;

import dev.agenthost.orchestrator.flowcontrol.SlotPool;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.orchestrator.run.Execution;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.ResultSink;
import dev.agenthost.orchestrator.run.RunExecutor;
import dev.agenthost.orchestrator.runner.RunnerConnection;
import dev.agenthost.orchestrator.runner.RunnerDescriptor;
import dev.agenthost.orchestrator.runner.RunnerRegistry;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.RunFailed;
import java.util.Map;
import java.util.Optional;

/** Runs claimed runs on the plugins that are connected here: reserves a slot, completes the configuration, dispatches. */
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
    public Execution execute(ClaimedRun run, ResultSink sink) {
        Optional<RunnerConnection> place = registry.reserve(run.binding().runnerId(), run.workspaceId(), run.pool());
        if (place.isEmpty()) {
            sink.ended(new ExecutionOutcome.NotStarted(
                    FailureCode.RUNNER_UNAVAILABLE, "no connection has room for the runner"));
            return Execution.NONE;
        }
        RunnerConnection connection = place.get();
        Optional<RunnerDescriptor> runner = connection.runner(run.binding().runnerId());
        if (runner.isEmpty()) {
            connection.giveBack();
            sink.ended(new ExecutionOutcome.NotStarted(FailureCode.RUNNER_UNAVAILABLE, "the runner has just gone"));
            return Execution.NONE;
        }
        try {
            return switch (RunConfiguration.of(
                    runner.get().manifest().configSchema(), run.binding().runnerConfig(), secrets, run.workspaceId())) {
                case RunConfiguration.Complete complete ->
                    dispatcher.dispatch(run, connection, runner.get(), complete, sink);
                case RunConfiguration.Missing missing -> {
                    connection.giveBack();
                    sink.ended(new ExecutionOutcome.Failed(
                            RunFailed.of(FailureCode.RUNNER_CONFIG_INVALID, missing.why())));
                    yield Execution.NONE;
                }
            };
        } catch (RuntimeException why) {
            connection.giveBack();
            throw why;
        }
    }
}
