package dev.agenthost.orchestrator.runtime.ws;

import dev.agenthost.orchestrator.runtime.RuntimePeer;
import dev.agenthost.orchestrator.runtime.ScriptedRuntime;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A scripted runtime that listens: takes frames of at most 64 KiB and messages of at most 16 MiB, and asks for its token. */
public final class RuntimeServer implements AutoCloseable {
    private static final int FRAME = 64 * 1024;

    public final ScriptedRuntime runtime;
    /** Bytes of every frame that came. */
    public final List<Integer> frames = new CopyOnWriteArrayList<>();

    private final List<ServerWebSocket> sockets = new CopyOnWriteArrayList<>();
    private final String token;
    private final HttpServer server;
    private volatile int refused;
    private volatile int piece = 16 << 20;

    /** @param token null where it asks for none */
    public RuntimeServer(Vertx vertx, ScriptedRuntime runtime, String token, int port) {
        this.runtime = runtime;
        this.token = token;
        this.server = vertx.createHttpServer(new HttpServerOptions()
                        .setHost("127.0.0.1")
                        .setPort(port)
                        .setMaxWebSocketFrameSize(FRAME)
                        .setMaxWebSocketMessageSize(16 << 20))
                .requestHandler(this::asked);
        server.listen().toCompletionStage().toCompletableFuture().join();
    }

    // Not a handler of sockets: where an application of Quarkus ran before in this process, Vert.x asks none.
    private void asked(HttpServerRequest request) {
        if (token != null && !token.equals(request.getHeader("X-LangBot-Plugin-Runtime-Token"))) {
            refused++;
            request.response().setStatusCode(401).end();
        } else {
            request.toWebSocket().onSuccess(this::opened);
        }
    }

    private void opened(ServerWebSocket socket) {
        sockets.add(socket);
        RuntimePeer peer = runtime.connected(new ScriptedRuntime.Socket() {
            @Override
            public void send(String text) {
                int most = piece;
                for (int from = 0; from < text.length(); from += most) {
                    socket.writeTextMessage(text.substring(from, Math.min(text.length(), from + most)));
                }
            }

            @Override
            public void close(int code) {
                socket.close((short) code);
            }
        });
        socket.frameHandler(frame -> frames.add(frame.binaryData().length()));
        socket.textMessageHandler(peer::received);
    }

    public int port() {
        return server.actualPort();
    }

    /** Sends in messages of so many characters, as runtimes before 0.5 do. */
    public void splits(int characters) {
        piece = characters;
    }

    public int refused() {
        return refused;
    }

    /** Reads nothing more. */
    public void pause() {
        sockets.forEach(ServerWebSocket::pause);
    }

    @Override
    public void close() {
        server.close().toCompletionStage().toCompletableFuture().join();
    }
}
