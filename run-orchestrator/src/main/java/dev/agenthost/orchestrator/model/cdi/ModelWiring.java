package dev.agenthost.orchestrator.model.cdi;

import dev.agenthost.egress.http.Outbound;
import dev.agenthost.orchestrator.hostapi.kafka.KafkaAuditTrail;
import dev.agenthost.orchestrator.hostapi.out.ModelCalls;
import dev.agenthost.orchestrator.model.ModelInvoker;
import dev.agenthost.orchestrator.model.catalogue.ModelChanges;
import dev.agenthost.orchestrator.model.jtokkit.JtokkitTokenCounter;
import dev.agenthost.orchestrator.model.metrics.CountedModels;
import dev.agenthost.orchestrator.model.openai.OpenAiProvider;
import dev.agenthost.orchestrator.model.postgres.PostgresModelCatalogue;
import dev.agenthost.door.secret.Secrets;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.topic.ConversationKey;
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
    PostgresModelCatalogue catalogue(Pool pool) {
        return new PostgresModelCatalogue(pool);
    }

    /** A change belongs to no conversation, so the workspace is its key. */
    @Produces
    @Singleton
    ModelChanges changes(KafkaAuditTrail trail) {
        return entry -> trail.record(new ConversationKey(PercentEncoding.encode(entry.workspaceId())), entry);
    }

    @Produces
    @Singleton
    ModelCalls calls(
            PostgresModelCatalogue catalogue, Outbound outbound, Secrets secrets, MeterRegistry registry, Stage stage) {
        ModelInvoker invoker =
                new ModelInvoker(catalogue, new OpenAiProvider(outbound), secrets, new JtokkitTokenCounter());
        return new ModelCalls(invoker, new CountedModels(registry, stage), System::nanoTime);
    }
}
