package dev.agenthost.local.front;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.RequestOptions;
import io.vertx.httpproxy.HttpProxy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One listener on loopback that forwards each request to a replica of the service of its path.
 *
 * <p>Replicas take turns. One that does not accept a connection is skipped, for any method, since nothing was sent to it; a broken
 * connection is retried on another only for GET and HEAD. Bodies stream both ways, unbuffered.
 */
final class FrontDoor {
    private static final String HOST = "127.0.0.1";
    /** Open live streams each hold a connection. */
    private static final int CONNECTIONS = 20_000;

    private static final int CONNECT_MS = 2_000;
    private static final int IDLE_UPSTREAM_SECONDS = 20;

    private final Routes routes;
    private final Upstreams upstreams;
    private final HttpClient client;
    /** The proxies by service. */
    private final Map<String, HttpProxy> proxies;

    FrontDoor(Vertx vertx, Routes routes, Upstreams upstreams) {
        this.routes = routes;
        this.upstreams = upstreams;
        this.client = client(vertx);
        this.proxies = routes.services().stream()
                .collect(
                        Collectors.toUnmodifiableMap(service -> service, service -> proxy(client, service, upstreams)));
    }

    private static HttpProxy proxy(HttpClient client, String service, Upstreams upstreams) {
        return HttpProxy.reverseProxy(client)
                .origin(context -> connect(client, service, upstreams.inTurn(service)))
                .addInterceptor(new UpstreamInterceptor());
    }

    Future<HttpServer> listen(Vertx vertx, int port) {
        var options = new HttpServerOptions().setHost(HOST).setPort(port).setHandle100ContinueAutomatically(true);
        return vertx.createHttpServer(options).requestHandler(this::handle).listen();
    }

    private static HttpClient client(Vertx vertx) {
        return vertx.createHttpClient(new HttpClientOptions()
                .setMaxPoolSize(CONNECTIONS)
                .setConnectTimeout(CONNECT_MS)
                .setKeepAliveTimeout(IDLE_UPSTREAM_SECONDS)
                .setIdleTimeoutUnit(TimeUnit.SECONDS));
    }

    private void handle(HttpServerRequest request) {
        Optional.ofNullable(request.path())
                .flatMap(routes::service)
                .ifPresentOrElse(service -> pass(request, service), () -> Problems.notFound()
                        .send(request.response()));
    }

    private void pass(HttpServerRequest request, String service) {
        if (SocketTunnel.isAsked(request)) {
            SocketTunnel.pass(request, connect(client, service, upstreams.inTurn(service)));
        } else {
            Objects.requireNonNull(proxies.get(service)).handle(request);
        }
    }

    private static Future<HttpClientRequest> connect(HttpClient client, String service, List<Integer> ports) {
        if (ports.isEmpty()) {
            return Future.failedFuture("no replica of " + service + " accepts connections");
        }
        return client.request(new RequestOptions().setHost(HOST).setPort(ports.getFirst()))
                .recover(refused -> connect(client, service, ports.subList(1, ports.size())));
    }
}
