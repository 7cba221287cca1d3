package dev.agenthost.orchestrator.wiring.cdi;

import dev.agenthost.egress.address.AddressRules;
import dev.agenthost.egress.address.AllowList;
import dev.agenthost.egress.http.Outbound;
import dev.agenthost.orchestrator.hostapi.kafka.KafkaAuditTrail;
import dev.agenthost.orchestrator.hostapi.out.ModelCalls;
import dev.agenthost.orchestrator.model.ModelInvoker;
import dev.agenthost.orchestrator.model.catalogue.ModelChanges;
import dev.agenthost.orchestrator.model.jtokkit.JtokkitTokenCounter;
import dev.agenthost.orchestrator.model.metrics.CountedModels;
import dev.agenthost.orchestrator.model.openai.OpenAiProvider;
import dev.agenthost.orchestrator.model.postgres.PostgresModelCatalogue;
import dev.agenthost.protocol.id.PercentEncoding;
import dev.agenthost.protocol.topic.ConversationKey;
import dev.agenthost.watch.metrics.Stage;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Models, put together. */
@Singleton
final class ModelWiring {
    /** Connections to one provider: as many runs wait for models at once. */
    private static final int MOST_AT_ONCE = 4_096;

    private static final Duration CONNECTING = Duration.ofSeconds(5);

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
            Vertx vertx,
            PostgresModelCatalogue catalogue,
            SecretSettings secrets,
            SecretScopeSettings scopes,
            MeterRegistry registry,
            Stage stage,
            @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow) {
        AddressRules rules = new AddressRules(false, AllowList.parse(allow.orElse(List.of())));
        Outbound outbound = new Outbound(vertx, rules, MOST_AT_ONCE, CONNECTING);
        ModelInvoker invoker = new ModelInvoker(
                catalogue, new OpenAiProvider(outbound), scopes.secrets(secrets), new JtokkitTokenCounter());
        return new ModelCalls(invoker, new CountedModels(registry, stage), System::nanoTime);
    }
}
