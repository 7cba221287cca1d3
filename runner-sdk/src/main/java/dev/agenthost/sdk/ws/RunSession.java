package dev.agenthost.sdk.ws;

import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.RunCompleted;
import dev.agenthost.protocol.result.RunFailed;
import dev.agenthost.sdk.AgentRunner;
import dev.agenthost.sdk.RunCancelledException;
import dev.agenthost.sdk.RunCancelledException.Reason;
import dev.agenthost.sdk.RunnerPlugin;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Drives one run on one connection, on its own virtual thread, until its end or its deadline. */
final class RunSession {
    private static final Logger LOG = System.getLogger(RunSession.class.getName());
    private static final int LONGEST_ERROR = 2000;
    private static final String STOPPED = "the runner stopped when it was cancelled";
    private static final String TIMED_OUT = "Agent runner timed out";
    private static final String TIMEOUT = FailureCode.RUNNER_TIMEOUT.wire();

    private final Connection connection;
    private final RunnerPlugin plugin;
    private final WireFrame.Request request;
    private final ScheduledExecutorService timers;
    private final RunCancellation cancellation = new RunCancellation();
    private final ResultStream output;
    private final Thread thread;
    private Runnable onEnd = () -> {};

    RunSession(Connection connection, RunnerPlugin plugin, WireFrame.Request request, ScheduledExecutorService timers) {
        this.connection = connection;
        this.plugin = plugin;
        this.request = request;
        this.timers = timers;
        String runId = request.data().path("context").path("run_id").asText();
        this.output = new ResultStream(connection, request, runId, cancellation, this::cancel);
        this.thread = Thread.ofVirtual().name("agenthost-run-" + runId).unstarted(this::run);
    }

    /** @param onEnd runs when the runner's thread has ended */
    void start(Runnable onEnd) {
        this.onEnd = onEnd;
        thread.start();
    }

    String runId() {
        return output.runId();
    }

    /** Cancels the run for its runner. Only the first reason counts. */
    void cancel(Reason reason) {
        if (!cancellation.cancel(reason)) {
            return;
        }
        thread.interrupt();
        if (reason == Reason.DEADLINE) {
            fail(TIMEOUT, TIMED_OUT, true);
        }
    }

    private void run() {
        try {
            AgentRunContext context = ProtocolCodec.decode(request.data().path("context"), AgentRunContext.class);
            RunnerPlugin.Entry entry =
                    plugin.runners().get(request.data().path("runner_name").asText());
            if (entry == null) {
                fail("runner.not_found", "the plugin does not have this runner", false);
            } else {
                run(entry.runner(), context);
            }
        } catch (UndecodableException e) {
            fail("runner.context_invalid", e.field() + " " + e.why(), false);
        } finally {
            onEnd.run();
        }
    }

    private void run(AgentRunner runner, AgentRunContext context) {
        Double deadlineAt = context.runtime().deadlineAt();
        ScheduledFuture<?> deadline = scheduleDeadline(deadlineAt);
        try {
            runner.run(context, output, new HostCalls(output, connection, context, request.context()));
            output.end(new RunCompleted("stop", null));
        } catch (RunCancelledException e) {
            fail(FailureCode.CANCELLED.wire(), STOPPED, false);
        } catch (Throwable e) {
            if (isPast(deadlineAt)) {
                // The cause of any exception is the passed deadline.
                fail(TIMEOUT, TIMED_OUT, true);
            } else if (!output.isCancelled()) {
                LOG.log(Level.WARNING, "run " + output.runId() + " failed", e);
                fail(FailureCode.RUNNER_EXCEPTION.wire(), truncated(e), false);
            }
        } finally {
            if (deadline != null) {
                deadline.cancel(false);
            }
            // The end of its stream frees the slot of a cancelled run at the host, also after an exception of the
            // runner.
            if (cancellation.reason().filter(Reason.CANCELLED::equals).isPresent()) {
                fail(FailureCode.CANCELLED.wire(), STOPPED, false);
            }
        }
    }

    private static boolean isPast(@Nullable Double deadlineAt) {
        return deadlineAt != null && System.currentTimeMillis() >= deadlineAt * 1000;
    }

    private @Nullable ScheduledFuture<?> scheduleDeadline(@Nullable Double deadlineAt) {
        if (deadlineAt == null) {
            return null;
        }
        long millis = Math.max(0, (long) (deadlineAt * 1000) - System.currentTimeMillis());
        try {
            return timers.schedule(
                    () -> Thread.startVirtualThread(() -> cancel(Reason.DEADLINE)), millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // The connection is being closed, and this run with it.
            return null;
        }
    }

    private void fail(String code, String error, boolean retryable) {
        output.end(new RunFailed(code, error, retryable, null));
    }

    private static String truncated(Throwable failure) {
        String text = failure.toString();
        return text.length() <= LONGEST_ERROR ? text : text.substring(0, LONGEST_ERROR);
    }
}
