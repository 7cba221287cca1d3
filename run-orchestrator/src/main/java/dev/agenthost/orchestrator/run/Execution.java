package dev.agenthost.orchestrator.run;

import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.ResultPayload;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** One attempt of a run on a runner. A sealed execution holds no place of its runner any more. */
public interface Execution {
    /** Of a run that never was on a runner. */
    Execution NONE = new Execution() {
        @Override
        public void cancel(FailureCode why) {}

        @Override
        public Uni<List<ResultPayload>> seal() {
            return Uni.createFrom().item(List.of());
        }

        @Override
        public void close() {}
    };

    /**
     * The run was cancelled or its deadline passed: tells the runner where the wire can. The host API is refused from now
     * on, but {@code run_get} of itself, until {@link #close()}.
     */
    void cancel(FailureCode why);

    /**
     * Nothing more is taken from the runner. Answers the results that close what is open (a {@code message.completed} of
     * open deltas). Idempotent: the same answer each time.
     */
    Uni<List<ResultPayload>> seal();

    /** The run ended or is no longer ours: its id opens nothing any more. Idempotent. */
    void close();
}
