package dev.agenthost.sdk.ws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.protocol.message.MessageChunk;
import dev.agenthost.protocol.result.MessageCompleted;
import dev.agenthost.protocol.result.MessageDelta;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.protocol.result.StateUpdated;
import dev.agenthost.protocol.result.ToolCallCompleted;
import dev.agenthost.protocol.result.ToolCallStarted;
import dev.agenthost.protocol.store.StateScope;
import dev.agenthost.sdk.AgentRunner;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.RunCancelledException.Reason;
import dev.agenthost.sdk.RunOutput;
import dev.agenthost.sdk.RunnerPlugin;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One run on one connection, on its own virtual thread.
 *
 * <pre>
 *   open ──runner's own end──────────► ended           (further results: IllegalStateException)
 *     └───deadline, loss, cancellation─► taken away     (further results and calls: RunCancelledException)
 * </pre>
 */
final class RunSession implements RunOutput {
    private static final Logger LOG = System.getLogger(RunSession.class.getName());
    private static final int LONGEST_ERROR = 2000;
    private static final String TIMED_OUT = "Agent runner timed out";
    private static final String TIMEOUT = FailureCode.RUNNER_TIMEOUT.wire();

    private final Connection connection;
    private final RunnerPlugin plugin;
    private final Frame.Request request;
    private final ScheduledExecutorService timers;
    private final String runId;
    private final ReentrantLock saying = new ReentrantLock();
    private final Thread thread;
    private long sequence;
    private boolean ended;
    private Runnable done = () -> {};
    private final AtomicReference<@Nullable Reason> takenAway = new AtomicReference<>();

    RunSession(Connection connection, RunnerPlugin plugin, Frame.Request request, ScheduledExecutorService timers) {
        this.connection = connection;
        this.plugin = plugin;
        this.request = request;
        this.timers = timers;
        this.runId = request.data().path("context").path("run_id").asText();
        this.thread = Thread.ofVirtual().name("agenthost-run-" + runId).unstarted(this::drive);
    }

    /** @param done runs when the runner has let go of its thread */
    void start(Runnable done) {
        this.done = done;
        thread.start();
    }

    /** The run is no longer the runner's. Only the first reason counts. */
    void takeAway(Reason reason) {
        if (!takenAway.compareAndSet(null, reason)) {
            return;
        }
        thread.interrupt();
        if (reason == Reason.DEADLINE) {
            fail(TIMEOUT, TIMED_OUT, true);
        }
    }

    private void drive() {
        try {
            AgentRunContext context = ProtocolCodec.decode(request.data().path("context"), AgentRunContext.class);
            RunnerPlugin.Entry entry =
                    plugin.runners().get(request.data().path("runner_name").asText());
            if (entry == null) {
                fail("runner.not_found", "the plugin has no such runner", false);
            } else {
                drive(entry.runner(), context);
            }
        } catch (UndecodableException e) {
            fail("runner.context_invalid", e.field() + " " + e.why(), false);
        } finally {
            done.run();
        }
    }

    private void drive(AgentRunner runner, AgentRunContext context) {
        Double deadlineAt = context.runtime().deadlineAt();
        ScheduledFuture<?> deadline = watch(deadlineAt);
        try {
            runner.run(context, this, new HostCalls(this, connection, context, request.context()));
            end(new RunCompleted("stop", null));
        } catch (RunCancelledException e) {
            fail(FailureCode.CANCELLED.wire(), "the runner stopped when it was cancelled", false);
        } catch (Throwable e) {
            if (isPast(deadlineAt)) {
                // Whatever it threw, it threw because its time was over.
                fail(TIMEOUT, TIMED_OUT, true);
            } else if (!isCancelled()) {
                LOG.log(Level.WARNING, "run " + runId + " failed", e);
                fail(FailureCode.RUNNER_EXCEPTION.wire(), shortened(e), false);
            }
        } finally {
            if (deadline != null) {
                deadline.cancel(false);
            }
        }
    }

    private static boolean isPast(@Nullable Double deadlineAt) {
        return deadlineAt != null && System.currentTimeMillis() >= deadlineAt * 1000;
    }

    private @Nullable ScheduledFuture<?> watch(@Nullable Double deadlineAt) {
        if (deadlineAt == null) {
            return null;
        }
        long millis = Math.max(0, (long) (deadlineAt * 1000) - System.currentTimeMillis());
        try {
            return timers.schedule(
                    () -> Thread.startVirtualThread(() -> takeAway(Reason.DEADLINE)), millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // The link is being closed, and this run with it.
            return null;
        }
    }

    @Override
    public void delta(String increment) {
        emit(new MessageDelta(MessageChunk.assistant(increment)));
    }

    @Override
    public void message(Message message) {
        emit(new MessageCompleted(message));
    }

    @Override
    public void toolCallStarted(String toolCallId, String toolName, JsonNode parameters) {
        emit(new ToolCallStarted(toolCallId, toolName, parameters));
    }

    @Override
    public void toolCallCompleted(
            String toolCallId, String toolName, @Nullable JsonNode result, @Nullable String error) {
        emit(new ToolCallCompleted(toolCallId, toolName, result, error));
    }

    @Override
    public void stateUpdated(StateScope scope, String key, JsonNode value) {
        emit(new StateUpdated(scope, key, value));
    }

    @Override
    public void completed(String finishReason, @Nullable Message message, @Nullable JsonNode usage) {
        say(new RunCompleted(finishReason, message), usage);
    }

    @Override
    public void failed(String code, String error, boolean retryable) {
        say(new RunFailed(code, error, retryable, null), null);
    }

    @Override
    public void emit(ResultPayload payload) {
        say(payload, null);
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

    private void say(ResultPayload payload, @Nullable JsonNode usage) {
        saying.lock();
        try {
            requireOurs();
            if (ended) {
                throw new IllegalStateException("the run has already ended");
            }
            sendLocked(payload, usage);
        } catch (ConnectionLostException e) {
            takeAway(Reason.CONNECTION_LOST);
            throw new RunCancelledException(Reason.CONNECTION_LOST);
        } finally {
            saying.unlock();
        }
    }

    private void fail(String code, String error, boolean retryable) {
        end(new RunFailed(code, error, retryable, null));
    }

    /** The last result, unless there was one. */
    private void end(ResultPayload payload) {
        saying.lock();
        try {
            Reason reason = takenAway.get();
            boolean isTimeout = reason == Reason.DEADLINE && TIMEOUT.equals(codeOf(payload));
            if (!ended && (reason == null || isTimeout)) {
                sendLocked(payload, null);
            }
        } catch (ConnectionLostException e) {
            // The host knows already: it is the connection that ended.
        } finally {
            saying.unlock();
        }
    }

    private static @Nullable String codeOf(ResultPayload payload) {
        return payload instanceof RunFailed failed ? failed.code() : null;
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

    private static String shortened(Throwable thrown) {
        String text = thrown.toString();
        return text.length() <= LONGEST_ERROR ? text : text.substring(0, LONGEST_ERROR);
    }
}
