package dev.agenthost.egress.http;

import dev.agenthost.egress.address.AddressRules;
import dev.agenthost.egress.address.WebAddress;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The one way out. A host's addresses are looked up once and judged here, and exactly the judged one is called, so that a name
 * cannot mean something else a moment later. Redirects are not followed. Never blocks.
 */
public final class Outbound {
    /** Below what servers and proxies usually keep: a connection that is closed under a call costs the call. */
    private static final int KEEP_SECONDS = 15;

    private final Vertx vertx;
    private final HttpClient client;
    private final Lookups lookups;
    private final AddressRules rules;

    /**
     * @param poolSize connections kept to one place
     * @param connecting how long a connection may take
     */
    public Outbound(Vertx vertx, AddressRules rules, int poolSize, Duration connecting) {
        this(vertx, Lookup::here, rules, poolSize, connecting);
    }

    Outbound(Vertx vertx, Lookup lookup, AddressRules rules, int poolSize, Duration connecting) {
        this.vertx = vertx;
        this.lookups = new Lookups(vertx, lookup);
        this.rules = rules;
        this.client = vertx.createHttpClient(new HttpClientOptions()
                .setMaxPoolSize(poolSize)
                .setKeepAliveTimeout(KEEP_SECONDS)
                .setConnectTimeout((int) connecting.toMillis())
                .setDecompressionSupported(false));
    }

    /** Makes the call, once. Giving it up resets it. Fails where the call was sent and no answer came. */
    public Uni<Reached> call(OutboundCall call) {
        return call(call, () -> true);
    }

    /**
     * Makes the call, once, where it may still be made when there is a connection; where not, nobody was reached.
     *
     * @param mayLeave asked after everything that takes time, before the first byte of the request
     */
    public Uni<Reached> call(OutboundCall call, BooleanSupplier mayLeave) {
        return switch (WebAddress.read(call.url())) {
            case WebAddress.Invalid(String why) -> Uni.createFrom().item(new Reached.Invalid(why));
            case WebAddress.Callable address ->
                Uni.createFrom()
                        .<Reached>emitter(reply -> {
                            Exchange exchange =
                                    new Exchange(vertx, client, lookups, rules, address, call, mayLeave, reply);
                            reply.onTermination(exchange::settled);
                            // On an event loop throughout: a callback that another thread attaches may come after the
                            // answer has gone by.
                            vertx.runOnContext(here -> exchange.start());
                        })
                        .ifNoItem()
                        .after(call.limit())
                        .fail();
        };
    }
}
