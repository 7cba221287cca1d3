package dev.agenthost.sdk.ws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.RunCancelledException.Reason;
import dev.agenthost.sdk.RunOutput;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The results of one run on one connection, numbered.
 *
 * <pre>
 *   open ──a terminal result───────────► ended         (further results: IllegalStateException)
 *     └────deadline, loss, cancellation─► taken away    (further results and calls: RunCancelledException)
 * </pre>
 */
final class ResultStream implements RunOutput {
    private static final String TIMEOUT = FailureCode.RUNNER_TIMEOUT.wire();

    private final Connection connection;
    private final Frame.Request request;
    private final String runId;
    private final Runnable connectionLost;
    private final ReentrantLock saying = new ReentrantLock();
    private final AtomicReference<@Nullable Reason> takenAway = new AtomicReference<>();
    private long sequence;
    private boolean ended;

    /** @param connectionLost runs when a result could not be sent any more */
    ResultStream(Connection connection, Frame.Request request, String runId, Runnable connectionLost) {
        this.connection = connection;
        this.request = request;
        this.runId = runId;
        this.connectionLost = connectionLost;
    }

    @Override
    public void emit(ResultPayload payload, @Nullable JsonNode usage) {
        saying.lock();
        try {
            requireOurs();
            if (ended) {
                throw new IllegalStateException("the run has already ended");
            }
            sendLocked(payload, usage);
        } catch (ConnectionLostException e) {
            connectionLost.run();
            throw new RunCancelledException(Reason.CONNECTION_LOST);
        } finally {
            saying.unlock();
        }
    }

    @Override
    public boolean isCancelled() {
        return takenAway.get() != null;
    }

    String runId() {
        return runId;
    }

    /** Throws where the run was taken away. */
    void requireOurs() {
        Reason reason = takenAway.get();
        if (reason != null) {
            throw new RunCancelledException(reason);
        }
    }

    /** Nothing more of the runner's goes out. Only the first reason counts; false for a later one. */
    boolean takeAway(Reason reason) {
        return takenAway.compareAndSet(null, reason);
    }

    /** The last result, unless there was one. Of a run that was taken away only that its time was over. */
    void end(ResultPayload payload) {
        saying.lock();
        try {
            Reason reason = takenAway.get();
            boolean isTimeout = reason == Reason.DEADLINE
                    && payload instanceof RunFailed failed
                    && failed.code().equals(TIMEOUT);
            if (!ended && (reason == null || isTimeout)) {
                sendLocked(payload, null);
            }
        } catch (ConnectionLostException e) {
            // The host knows already: it is the connection that ended.
        } finally {
            saying.unlock();
        }
    }

    private void sendLocked(ResultPayload payload, @Nullable JsonNode usage) throws ConnectionLostException {
        ObjectNode result = ProtocolCodec.mapper().createObjectNode();
        result.put("run_id", runId).put("type", payload.type());
        result.set("data", ProtocolCodec.tree(payload));
        result.set("usage", usage);
        result.put("sequence", sequence + 1).putNull("timestamp");
        String message = Frame.success(request.seqId(), result);
        if (Connection.isTooLarge(message)) {
            throw new IllegalArgumentException("a result of more than 16 MiB cannot be sent");
        }
        connection.send(message);
        sequence++;
        if (payload.isTerminal()) {
            ended = true;
            connection.send(Frame.end(request.seqId()));
        }
    }
}
