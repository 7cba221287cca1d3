package dev.agenthost.platform.observability.otel;

import dev.agenthost.platform.observability.LogKey;
import dev.agenthost.platform.observability.SpanCollector;
import dev.agenthost.platform.observability.Step;
import dev.agenthost.platform.observability.TraceContext;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Adds a span for each step, below the span in the record's {@code traceparent}. Trace ids come only from the records: a step without one
 * makes no span.
 */
public final class OtelSpanCollector implements SpanCollector {
    private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(2);

    private final SdkTracerProvider provider;
    private final Tracer tracer;

    /** @param ratio of the traces that are collected; all services decide alike, by the trace id */
    public OtelSpanCollector(SpanProcessor processor, String service, double ratio) {
        this.provider = SdkTracerProvider.builder()
                .addSpanProcessor(processor)
                .setSampler(Sampler.traceIdRatioBased(ratio))
                .setResource(Resource.create(Attributes.of(AttributeKey.stringKey("service.name"), service)))
                .build();
        this.tracer = provider.get("dev.agenthost");
    }

    @Override
    public boolean areCollected() {
        return true;
    }

    @Override
    public void add(Step step) {
        TraceContext trace = TraceContext.of(step.traceparent());
        if (trace == null) {
            return;
        }
        SpanContext parent = SpanContext.createFromRemoteParent(
                trace.traceId(), trace.parentId(), TraceFlags.getSampled(), TraceState.getDefault());
        Span span = tracer.spanBuilder(step.name())
                .setParent(Context.root().with(Span.wrap(parent)))
                .setStartTimestamp(step.began())
                .startSpan();
        step.keys().forEach((key, value) -> span.setAttribute(attribute(key), value));
        if (step.failure() != null) {
            span.setStatus(StatusCode.ERROR, step.failure());
        }
        span.end(step.began().plus(step.took()));
    }

    /** Returns the attribute: {@code eventId} is {@code agenthost.event_id}. */
    private static String attribute(LogKey key) {
        return "agenthost." + key.name().toLowerCase(Locale.ROOT);
    }

    /** Sends the waiting spans, within a short time. */
    public void close() {
        provider.shutdown().join(FLUSH_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }
}
