package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.delivery.surface.ArtifactReader;
import dev.agenthost.delivery.surface.http.HttpArtifactReader;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The connections of the surfaces of bots: to a platform, and to context-store for files. Each surface has its own. */
@Singleton
class ChatEgress {
    /** Most concurrent reads from context-store. */
    private static final int READS = 8;

    private static final Duration CONNECTING = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final WebhookSettings calls;
    private final AddressPolicy rules;
    private final Optional<URI> contextStore;
    private final Optional<String> internalKey;

    ChatEgress(
            Vertx vertx,
            WebhookSettings calls,
            @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow,
            @ConfigProperty(name = "agenthost.context-store.url") Optional<URI> contextStore,
            @ConfigProperty(name = "agenthost.internal-key") Optional<String> internalKey) {
        this.vertx = vertx;
        this.calls = calls;
        this.rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        this.contextStore = contextStore;
        this.internalKey = internalKey;
    }

    EgressClient outbound() {
        return new EgressClient(vertx, rules, calls.concurrency(), calls.timeout());
    }

    Duration timeout() {
        return calls.timeout();
    }

    /** Returns empty while context-store is not configured: files are named instead of sent. */
    Optional<ArtifactReader> artifacts() {
        EgressClient internal = new EgressClient(vertx, new AddressPolicy(true), READS, CONNECTING);
        return contextStore.flatMap(
                url -> internalKey.<ArtifactReader>map(key -> new HttpArtifactReader(internal, url, key)));
    }
}
