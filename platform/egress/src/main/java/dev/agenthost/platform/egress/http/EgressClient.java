package dev.agenthost.platform.egress.http;

import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.WebAddress;
import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The one way out. A host's addresses are looked up once and judged here, and exactly the judged one is called, so that a name
 * cannot mean something else a moment later. Redirects are not followed. Never blocks.
 */
public final class EgressClient {
    /** Below what servers and proxies usually keep: a connection that is closed under a call costs the call. */
    private static final int KEEP_SECONDS = 15;

    private final Vertx vertx;
    private final HttpClient client;
    private final AsyncHostResolver lookups;
    private final AddressPolicy rules;

    /**
     * @param poolSize connections kept to one place
     * @param connecting how long a connection may take
     */
    public EgressClient(Vertx vertx, AddressPolicy rules, int poolSize, Duration connecting) {
        this(vertx, HostResolver::here, rules, poolSize, connecting);
    }

    EgressClient(Vertx vertx, HostResolver lookup, AddressPolicy rules, int poolSize, Duration connecting) {
        this.vertx = vertx;
        this.lookups = new AsyncHostResolver(vertx, lookup);
        this.rules = rules;
        this.client = vertx.createHttpClient(new HttpClientOptions()
                .setMaxPoolSize(poolSize)
                .setKeepAliveTimeout(KEEP_SECONDS)
                .setConnectTimeout((int) connecting.toMillis())
                .setDecompressionSupported(false));
    }

    /** Makes the call, once. Giving it up resets it. Fails where the call was sent and no answer came. */
    public Uni<HttpCallResult> call(HttpRequest call) {
        return call(call, () -> true);
    }

    /**
     * Makes the call, once, where it may still be made when there is a connection; otherwise no connection was made.
     *
     * @param maySend asked after everything that takes time, before the first byte of the request
     */
    public Uni<HttpCallResult> call(HttpRequest call, BooleanSupplier maySend) {
        return switch (WebAddress.read(call.url())) {
            case WebAddress.Invalid(String why) -> Uni.createFrom().item(new HttpCallResult.Invalid(why));
            case WebAddress.Callable address -> call(address, call, maySend);
        };
    }

    private Uni<HttpCallResult> call(WebAddress.Callable address, HttpRequest call, BooleanSupplier maySend) {
        AtomicReference<HttpExchange> started = new AtomicReference<>();
        return Uni.createFrom()
                .<HttpCallResult>emitter(reply -> {
                    HttpExchange exchange =
                            new HttpExchange(vertx, client, lookups, rules, address, call, maySend, reply);
                    started.set(exchange);
                    reply.onTermination(exchange::settled);
                    // On an event loop throughout: a callback that another thread attaches may come after the
                    // answer has gone by.
                    vertx.runOnContext(here -> exchange.start());
                })
                .ifNoItem()
                .after(call.limit())
                .recoverWithUni(() -> late(started.get(), call));
    }

    /** A body in pieces that was not sent whole in time has no effect; any other call may have had one. */
    private static Uni<HttpCallResult> late(@Nullable HttpExchange exchange, HttpRequest call) {
        return exchange != null && exchange.endsIncomplete() && call.body() instanceof HttpBody.Pieces
                ? Uni.createFrom().item(new HttpCallResult.Unreachable("the request was not sent whole in time"))
                : Uni.createFrom().failure(new TimeoutException());
    }
}
