package dev.agenthost.platform.observability.log;

import dev.agenthost.platform.observability.LogKey;
import dev.agenthost.platform.observability.SpanCollector;
import dev.agenthost.platform.observability.Step;
import dev.agenthost.platform.observability.StepRecorder;
import dev.agenthost.platform.observability.TraceContext;
import jakarta.inject.Singleton;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** Logs a line at DEBUG for each step under {@value #CATEGORY}, and adds a span if spans are collected. */
@Singleton
public class LoggingStepRecorder implements StepRecorder {
    /** The log category whose level enables the lines. */
    public static final String CATEGORY = "dev.agenthost.steps";

    private static final Logger LOG = Logger.getLogger(CATEGORY);

    private final SpanCollector spans;

    LoggingStepRecorder(SpanCollector spans) {
        this.spans = spans;
    }

    @Override
    public void done(Supplier<Step> step) {
        boolean logged = LOG.isDebugEnabled();
        if (!logged && !spans.areCollected()) {
            return;
        }
        Step done = step.get();
        if (logged) {
            LOG.debug(line(done));
        }
        if (spans.areCollected()) {
            spans.add(done);
        }
    }

    private static String line(Step step) {
        StringBuilder line = new StringBuilder(step.name()).append(": ");
        line.append(step.failure() == null ? "done" : "failed").append(" in ");
        line.append(step.took().toMillis()).append(" ms");
        step.keys().forEach((key, value) -> add(line, key, value));
        TraceContext trace = TraceContext.of(step.traceparent());
        if (trace != null) {
            add(line, LogKey.TRACE_ID, trace.traceId());
        }
        if (step.failure() != null) {
            add(line, LogKey.ERROR_CODE, step.failure());
        }
        return line.toString();
    }

    private static void add(StringBuilder line, LogKey key, String value) {
        line.append(' ').append(key.key()).append('=').append(value.replaceAll("\\s", "_"));
    }
}
