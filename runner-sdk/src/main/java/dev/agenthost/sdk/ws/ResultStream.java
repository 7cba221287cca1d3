package dev.agenthost.sdk.ws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.RunCancelledException.Reason;
import dev.agenthost.sdk.RunOutput;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The results of one run on one connection, with their sequence numbers.
 *
 * <pre>
 *   open ──a terminal result───────────► ended         (further results: IllegalStateException)
 *     └────deadline, loss, cancellation─► taken away    (further results and calls: RunCancelledException)
 * </pre>
 */
final class ResultStream implements RunOutput {
    private static final String TIMEOUT = FailureCode.RUNNER_TIMEOUT.wire();
    private static final String CANCELLED = FailureCode.CANCELLED.wire();

    private final Connection connection;
    private final WireFrame.Request request;
    private final String runId;
    private final RunCancellation cancellation;
    private final Consumer<Reason> cancel;
    private final ReentrantLock sendLock = new ReentrantLock();
    private long sequence;
    private boolean ended;

    /** @param cancel cancels the run if a result or a call shows that it no longer belongs to the runner */
    ResultStream(
            Connection connection,
            WireFrame.Request request,
            String runId,
            RunCancellation cancellation,
            Consumer<Reason> cancel) {
        this.connection = connection;
        this.request = request;
        this.runId = runId;
        this.cancellation = cancellation;
        this.cancel = cancel;
    }

    @Override
    public void emit(ResultPayload payload, @Nullable JsonNode usage) {
        sendLock.lock();
        try {
            throwIfCancelled();
            if (ended) {
                throw new IllegalStateException("the run has already ended");
            }
            sendLocked(payload, usage);
        } catch (ConnectionLostException e) {
            throw cancelled(Reason.CONNECTION_LOST);
        } finally {
            sendLock.unlock();
        }
    }

    @Override
    public boolean isCancelled() {
        return cancellation.isCancelled();
    }

    String runId() {
        return runId;
    }

    /** Throws if the run no longer belongs to the runner. */
    void throwIfCancelled() {
        cancellation.throwIfCancelled();
    }

    RunCancellation cancellation() {
        return cancellation;
    }

    /**
     * Cancels the run.
     *
     * @return the exception with the first reason of all
     */
    RunCancelledException cancelled(Reason reason) {
        cancel.accept(reason);
        return new RunCancelledException(cancellation.reason().orElse(reason));
    }

    /** Sends the terminal result, unless there was one. After a cancellation only a timeout or the cancellation is sent. */
    void end(ResultPayload payload) {
        sendLock.lock();
        try {
            Optional<Reason> reason = cancellation.reason();
            if (!ended && (reason.isEmpty() || isOutcomeOf(payload, reason.get()))) {
                sendLocked(payload, null);
            }
        } catch (ConnectionLostException e) {
            // The connection has ended, so the host has already ended the run.
        } finally {
            sendLock.unlock();
        }
    }

    private static boolean isOutcomeOf(ResultPayload payload, Reason reason) {
        return payload instanceof RunFailed failed
                && switch (reason) {
                    case DEADLINE -> failed.code().equals(TIMEOUT);
                    case CANCELLED -> failed.code().equals(CANCELLED);
                    case CONNECTION_LOST -> false;
                };
    }

    private void sendLocked(ResultPayload payload, @Nullable JsonNode usage) throws ConnectionLostException {
        ObjectNode result = ProtocolCodec.mapper().createObjectNode();
        result.put("run_id", runId).put("type", payload.type());
        result.set("data", ProtocolCodec.tree(payload));
        result.set("usage", usage);
        result.put("sequence", sequence + 1).putNull("timestamp");
        String message = WireFrame.success(request.seqId(), result);
        if (Connection.isTooLarge(message)) {
            throw new IllegalArgumentException("a result must have at most 16 MiB");
        }
        connection.send(message);
        sequence++;
        if (payload.isTerminal()) {
            ended = true;
            connection.send(WireFrame.end(request.seqId()));
        }
    }
}
