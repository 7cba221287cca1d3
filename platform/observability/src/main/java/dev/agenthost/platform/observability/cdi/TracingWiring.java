package dev.agenthost.platform.observability.cdi;

import dev.agenthost.platform.observability.SpanCollector;
import dev.agenthost.platform.observability.Step;
import dev.agenthost.platform.observability.otel.OtelSpanCollector;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Loads OpenTelemetry only if an endpoint for spans is configured. */
@Singleton
class TracingWiring {
    private static final String PATH = "/v1/traces";

    private static final SpanCollector NOBODY = new SpanCollector() {
        @Override
        public boolean areCollected() {
            return false;
        }

        @Override
        public void add(Step step) {}
    };

    /** @param others exporters that the application brings, for instance a test's */
    @Produces
    @Singleton
    SpanCollector spans(
            TraceSettings settings,
            @ConfigProperty(name = "quarkus.application.name") String service,
            Instance<SpanExporter> others) {
        if (others.isResolvable()) {
            return new OtelSpanCollector(SimpleSpanProcessor.create(others.get()), service, settings.ratio());
        }
        return settings.endpoint()
                .<SpanCollector>map(
                        endpoint -> new OtelSpanCollector(exporter(endpoint, settings), service, settings.ratio()))
                .orElse(NOBODY);
    }

    void close(@Disposes SpanCollector spans) {
        if (spans instanceof OtelSpanCollector collected) {
            collected.close();
        }
    }

    private static SpanProcessor exporter(URI endpoint, TraceSettings settings) {
        OtlpHttpSpanExporterBuilder exporter = OtlpHttpSpanExporter.builder().setEndpoint(traces(endpoint));
        settings.headers().forEach(exporter::addHeader);
        return BatchSpanProcessor.builder(exporter.build()).build();
    }

    private static String traces(URI endpoint) {
        String text = endpoint.toString().replaceAll("/+$", "");
        return text.endsWith(PATH) ? text : text + PATH;
    }
}
