package dev.agenthost.orchestrator.lifecycle.attempt;

import dev.agenthost.orchestrator.flowcontrol.Mailbox;
import dev.agenthost.orchestrator.lifecycle.attempt.RunEffect.StreamEffect;
import dev.agenthost.orchestrator.lifecycle.attempt.RunInput.StreamInput;
import dev.agenthost.orchestrator.run.ExecutionOutcome;
import dev.agenthost.orchestrator.run.PendingResult;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunFailed;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** The stream of one attempt on a real runner, without the rest of the run's life. */
public final class ExecutedRun implements RunInputs {
    public interface Listener {
        /** The answer completes when there is room for more. */
        Uni<Void> results(List<PendingResult> results);

        /** @param closing results that are published with the end; empty unless the outcome is final */
        void ended(ExecutionOutcome outcome, List<ResultPayload> closing);
    }

    private final Listener listener;
    private final Mailbox mailbox = new Mailbox();
    private StreamMachine stream;
    private RunnerStream runner;
    private volatile boolean open = true;

    public ExecutedRun(Listener listener) {
        this.listener = listener;
    }

    @Override
    public void submit(RunInput input) {
        mailbox.execute(() -> process(input));
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    public void cancel(FailureCode code) {
        submit(new StreamInput.Cancel(code));
    }

    /** Returns the results that close what is open. */
    public List<ResultPayload> seal() {
        submit(new StreamInput.Seal());
        return Uni.createFrom()
                .<List<ResultPayload>>emitter(
                        caller -> mailbox.execute(() -> caller.complete(stream == null ? List.of() : stream.closing())))
                .await()
                .indefinitely();
    }

    public void close() {
        submit(new StreamInput.Close());
    }

    private void process(RunInput input) {
        switch (input) {
            case RunInput.Reserved reserved -> {
                stream = new StreamMachine(reserved.inbox());
                runner = reserved.runner();
            }
            case RunInput.NotReserved(ExecutionOutcome outcome) -> listener.ended(outcome, List.of());
            case RunInput.Fault(String why) ->
                take(new StreamInput.Failed(new ExecutionOutcome.Failed(RunFailed.of(FailureCode.RUNTIME_ERROR, why))));
            case StreamInput ofStream -> take(ofStream);
            default -> throw new IllegalArgumentException(input.toString());
        }
    }

    private void take(StreamInput input) {
        if (stream == null) {
            return;
        }
        List<StreamOutput> outputs = stream.on(input, System.nanoTime());
        open = stream.phase().isOpen();
        for (StreamOutput output : outputs) {
            switch (output) {
                case StreamEffect effect -> runner.perform(effect);
                case StreamOutput.Results(List<PendingResult> results) ->
                    listener.results(results).subscribe().with(room -> submit(new StreamInput.Delivered()));
                case StreamOutput.Ended(ExecutionOutcome outcome) -> listener.ended(outcome, closing(outcome));
            }
        }
    }

    private List<ResultPayload> closing(ExecutionOutcome outcome) {
        return switch (outcome) {
            case ExecutionOutcome.Completed completed -> stream.closing();
            case ExecutionOutcome.Failed failed -> stream.closing();
            default -> List.of();
        };
    }
}
