package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.orchestrator.hostapi.outbound.ModelCalls;
import dev.agenthost.orchestrator.metrics.ModelMetrics;
import dev.agenthost.orchestrator.model.Model;
import dev.agenthost.orchestrator.model.ModelInvoker;
import dev.agenthost.orchestrator.model.jtokkit.JtokkitTokenCounter;
import dev.agenthost.orchestrator.model.openai.OpenAiProvider;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.platform.security.Secrets;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Wires the models. */
@Singleton
final class ModelWiring {
    @Produces
    @Singleton
    ModelCalls calls(
            VersionedRepository<Model> catalogue,
            EgressClient outbound,
            Secrets secrets,
            MeterRegistry registry,
            MetricNamespace stage) {
        ModelInvoker invoker =
                new ModelInvoker(catalogue, new OpenAiProvider(outbound), secrets, new JtokkitTokenCounter());
        return new ModelCalls(invoker, new ModelMetrics(registry, stage), System::nanoTime);
    }
}
