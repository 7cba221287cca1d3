package dev.agenthost.platform.egress.http;

import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.WebAddress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.UpgradeRejectedException;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.http.WebSocketConnectOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Opens WebSockets to addresses of other people. A host's addresses are looked up once and judged, as {@link EgressClient} does. Without TLS,
 * exactly a judged address is called. With TLS, the WebSocket client of Vert.x needs the name for SNI and the certificate, and looks it up
 * again: the upgrade is written only after the certificate has proved the name, and the address that was reached is judged once more.
 */
public final class EgressSocketClient implements AutoCloseable {
    private static final String WEB_SOCKET_SCHEME = "(?i)^ws(?=s?://)";

    private final AsyncHostResolver lookups;
    private final AddressPolicy rules;
    private final Duration connecting;
    private final WebSocketClient client;

    /**
     * @param largestMessage in bytes; a larger message breaks its connection
     * @param connecting limit of each step: connection, certificate and upgrade
     */
    public EgressSocketClient(Vertx vertx, AddressPolicy rules, int largestMessage, Duration connecting) {
        this(vertx, HostResolver::here, rules, largestMessage, connecting, new WebSocketClientOptions());
    }

    EgressSocketClient(
            Vertx vertx,
            HostResolver lookup,
            AddressPolicy rules,
            int largestMessage,
            Duration connecting,
            WebSocketClientOptions options) {
        this.lookups = new AsyncHostResolver(vertx, lookup);
        this.rules = rules;
        this.connecting = connecting;
        this.client = vertx.createWebSocketClient(options.setMaxMessageSize(largestMessage)
                .setMaxFrameSize(largestMessage)
                .setConnectTimeout((int) connecting.toMillis())
                .setSslHandshakeTimeout(connecting.toSeconds())
                .setTcpNoDelay(true));
    }

    /**
     * Opens a WebSocket. Never fails: an error is an outcome.
     *
     * @param url with the scheme {@code ws} or {@code wss}
     */
    public Future<WebSocketResult> open(String url) {
        if (!url.matches(WEB_SOCKET_SCHEME + ".*")) {
            return Future.succeededFuture(new WebSocketResult.Invalid("the scheme must be ws or wss"));
        }
        return switch (WebAddress.read(url.replaceFirst(WEB_SOCKET_SCHEME, "http"))) {
            case WebAddress.Invalid(String why) -> Future.succeededFuture(new WebSocketResult.Invalid(why));
            case WebAddress.Callable address ->
                lookups.of(address.host())
                        .transform(found -> found.failed()
                                ? Future.succeededFuture(new WebSocketResult.Unreachable("the host is unknown"))
                                : judged(address, found.result()));
        };
    }

    private Future<WebSocketResult> judged(WebAddress.Callable address, List<InetAddress> addresses) {
        if (!rules.allows(address.host(), address.port(), addresses)) {
            return Future.succeededFuture(new WebSocketResult.Forbidden("the host is inside a private network"));
        }
        return client.connect(options(address, addresses.getFirst())).transform(opened -> {
            if (opened.failed()) {
                return Future.succeededFuture(refusal(opened.cause()));
            }
            WebSocket socket = opened.result();
            return rules.allows(address.host(), address.port(), reached(socket))
                    ? Future.succeededFuture(new WebSocketResult.Opened(socket))
                    : socket.close()
                            .transform(closed -> Future.succeededFuture(
                                    new WebSocketResult.Forbidden("the host is inside a private network by now")));
        });
    }

    private WebSocketConnectOptions options(WebAddress.Callable address, InetAddress judged) {
        WebSocketConnectOptions options = new WebSocketConnectOptions()
                .setHost(address.tls() ? address.host() : judged.getHostAddress())
                .setPort(address.port())
                .setSsl(address.tls())
                .setURI(address.target());
        options.setTimeout(connecting.toMillis());
        if (!address.tls()) {
            options.putHeader(HttpHeaders.HOST, address.uri().getRawAuthority());
        }
        return options;
    }

    private static List<InetAddress> reached(WebSocket socket) {
        try {
            return List.of(InetAddress.getByName(socket.remoteAddress().hostAddress()));
        } catch (UnknownHostException e) {
            return List.of();
        }
    }

    private static WebSocketResult refusal(Throwable why) {
        if (why instanceof UpgradeRejectedException rejected) {
            Map<String, String> headers = new HashMap<>();
            rejected.getHeaders().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
            return new WebSocketResult.Rejected(rejected.getStatus(), headers);
        }
        return new WebSocketResult.Unreachable(why.getClass().getSimpleName());
    }

    @Override
    public void close() {
        client.close();
    }
}
