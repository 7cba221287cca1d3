package dev.agenthost.orchestrator.model.cdi;

import dev.agenthost.door.secret.Secrets;
import dev.agenthost.egress.http.Outbound;
import dev.agenthost.orchestrator.catalogue.Catalogue;
import dev.agenthost.orchestrator.hostapi.out.ModelCalls;
import dev.agenthost.orchestrator.model.ModelInvoker;
import dev.agenthost.orchestrator.model.catalogue.Model;
import dev.agenthost.orchestrator.model.jtokkit.JtokkitTokenCounter;
import dev.agenthost.orchestrator.model.metrics.CountedModels;
import dev.agenthost.orchestrator.model.openai.OpenAiProvider;
import dev.agenthost.orchestrator.model.postgres.PostgresModels;
import dev.agenthost.watch.metrics.Stage;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Models, put together. */
@Singleton
final class ModelWiring {
    @Produces
    @Singleton
    Catalogue<Model> catalogue(Pool pool) {
        return PostgresModels.in(pool);
    }

    @Produces
    @Singleton
    ModelCalls calls(
            Catalogue<Model> catalogue, Outbound outbound, Secrets secrets, MeterRegistry registry, Stage stage) {
        ModelInvoker invoker =
                new ModelInvoker(catalogue, new OpenAiProvider(outbound), secrets, new JtokkitTokenCounter());
        return new ModelCalls(invoker, new CountedModels(registry, stage), System::nanoTime);
    }
}
