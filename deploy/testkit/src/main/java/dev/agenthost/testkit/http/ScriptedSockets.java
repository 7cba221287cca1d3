package dev.agenthost.testkit.http;

import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** The WebSockets that an app has opened to a scripted platform, on loopback. A ticket admits one connection. */
public final class ScriptedSockets implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final Context context = vertx.getOrCreateContext();
    private final HttpServer server;
    private final List<ServerWebSocket> open = new CopyOnWriteArrayList<>();
    private final Set<String> tickets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger number = new AtomicInteger();

    /** @param requests serves each request, upgrades included */
    public ScriptedSockets(Handler<HttpServerRequest> requests) {
        server = vertx.createHttpServer(new HttpServerOptions().setMaxWebSocketMessageSize(4 * 1024 * 1024))
                .requestHandler(requests);
        server.listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().join();
    }

    /** Returns host and port. */
    public String authority() {
        return "127.0.0.1:" + server.actualPort();
    }

    /** Returns a new ticket. */
    public String ticket() {
        String ticket = "ticket-" + number.incrementAndGet();
        tickets.add(ticket);
        return ticket;
    }

    /** Returns true the first time. */
    public boolean admits(String ticket) {
        return tickets.remove(ticket);
    }

    /** Upgrades a request. */
    public void accept(HttpServerRequest request, Consumer<ServerWebSocket> begin) {
        request.toWebSocket().onSuccess(socket -> {
            open.add(socket);
            opened.incrementAndGet();
            socket.exceptionHandler(broken -> socket.close());
            socket.closeHandler(closed -> open.remove(socket));
            begin.accept(socket);
        });
    }

    /** Returns the open connections. */
    public List<ServerWebSocket> all() {
        return List.copyOf(open);
    }

    /** Returns one of the open connections. */
    public Optional<ServerWebSocket> any() {
        List<ServerWebSocket> all = all();
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(all.get(ThreadLocalRandom.current().nextInt(all.size())));
    }

    /** Returns the number of connections that were ever opened. */
    public int opened() {
        return opened.get();
    }

    /** Cuts all connections. */
    public void cut() {
        open.forEach(ServerWebSocket::close);
    }

    /** Runs a step on the thread of the platform. */
    public void run(Runnable step) {
        context.runOnContext(now -> step.run());
    }

    /** Runs a step on the thread of the platform after that time. */
    public void later(long millis, Runnable step) {
        vertx.setTimer(millis, timer -> run(step));
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
