package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.admission.Admissions;
import dev.agenthost.orchestrator.cancel.CancelLedger;
import dev.agenthost.orchestrator.drive.ClaimedRun;
import dev.agenthost.orchestrator.drive.Ending;
import dev.agenthost.orchestrator.drive.Execution;
import dev.agenthost.orchestrator.drive.Ownership;
import dev.agenthost.orchestrator.drive.ResultSink;
import dev.agenthost.orchestrator.drive.RunExecutor;
import dev.agenthost.orchestrator.drive.RunLookup;
import dev.agenthost.orchestrator.finish.RunFence;
import dev.agenthost.orchestrator.run.RunKey;
import dev.agenthost.orchestrator.run.RunLedger;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.result.ResultPayload;
import io.quarkus.arc.DefaultBean;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;

/** What other beans of this service may ask for. */
class Producers {
    @Produces
    @Singleton
    Admissions admissions(Parts parts) {
        return parts.admissions;
    }

    @Produces
    @ApplicationScoped
    CancelLedger cancellations(Parts parts) {
        return parts.cancelLedger;
    }

    @Produces
    @ApplicationScoped
    RunLedger runs(Parts parts) {
        return parts.runs;
    }

    // Proxied, so that an executor may ask for it although it is itself one of the parts.
    @Produces
    @ApplicationScoped
    Ownership ownership(Parts parts) {
        return parts.hand;
    }

    @Produces
    @ApplicationScoped
    RunLookup lookup(Parts parts) {
        return (workspace, run) -> parts.runs.find(new RunKey(workspace, run));
    }

    /** No context-store, no fence. */
    @Produces
    @DefaultBean
    @ApplicationScoped
    RunFence noFence() {
        return (key, attempt) -> Uni.createFrom().voidItem();
    }

    /** No runners: every run waits in the queue until its limit. */
    @Produces
    @DefaultBean
    @ApplicationScoped
    RunExecutor noRunners() {
        return new NoRunners();
    }

    private static final class NoRunners implements RunExecutor, Execution {
        @Override
        public Map<String, Integer> room() {
            return Map.of();
        }

        @Override
        public void onRoom(Runnable wake) {}

        @Override
        public Execution execute(ClaimedRun run, ResultSink sink) {
            sink.ended(new Ending.NotStarted(FailureCode.RUNNER_UNAVAILABLE, "no runners"));
            return this;
        }

        @Override
        public void cancel(FailureCode why) {}

        @Override
        public List<ResultPayload> seal() {
            return List.of();
        }

        @Override
        public void close() {}
    }
}
