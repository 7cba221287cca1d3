package dev.agenthost.orchestrator.runtime.ws;

import dev.agenthost.orchestrator.runner.ws.LargeMessages;
import dev.agenthost.orchestrator.runner.ws.SocketReader;
import dev.agenthost.orchestrator.runtime.Dialer;
import dev.agenthost.orchestrator.runtime.RuntimeSettings;
import io.vertx.core.Vertx;
import io.vertx.core.http.UpgradeRejectedException;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.http.WebSocketConnectOptions;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Dials runtimes. Only moves texts, in the order of arrival, and reads a socket no faster than its texts are processed. The WebSocket
 * client answers the pings of the socket.
 */
public final class SocketDialer implements Dialer, AutoCloseable {
    private static final int LARGEST_MESSAGE = 16 * 1024 * 1024;
    private static final String TOKEN = "X-LangBot-Plugin-Runtime-Token";

    private final WebSocketClient client;
    private final Duration limit;
    private final LargeMessages large;

    /** @param limit from the first packet to the end of the upgrade */
    public SocketDialer(Vertx vertx, Duration limit, LargeMessages large) {
        this.limit = limit;
        this.large = large;
        this.client = vertx.createWebSocketClient(new WebSocketClientOptions()
                .setMaxMessageSize(LARGEST_MESSAGE)
                .setMaxFrameSize(LARGEST_MESSAGE)
                .setConnectTimeout((int) limit.toMillis())
                .setTcpNoDelay(true));
    }

    @Override
    public void dial(RuntimeSettings to, Line line) {
        client.connect(options(to)).onComplete(dialled -> {
            if (dialled.succeeded()) {
                opened(dialled.result(), line);
            } else {
                line.failed(told(dialled.cause()));
            }
        });
    }

    private WebSocketConnectOptions options(RuntimeSettings to) {
        URI url = to.url();
        boolean tls = "wss".equalsIgnoreCase(url.getScheme());
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        WebSocketConnectOptions options = new WebSocketConnectOptions()
                .setHost(url.getHost())
                .setPort(url.getPort() >= 0 ? url.getPort() : tls ? 443 : 80)
                .setSsl(tls)
                .setURI(url.getRawQuery() == null ? path : path + "?" + url.getRawQuery());
        options.setTimeout(limit.toMillis());
        String token = to.controlToken();
        if (token != null) {
            options.addHeader(TOKEN, token);
        }
        return options;
    }

    private void opened(WebSocket socket, Line line) {
        SocketReader reading = SocketReader.of(socket, large, new LineListener(socket, line));
        line.opened(new RuntimeChannel(socket, reading, () -> {
            line.closed("the runtime does not read what it is sent");
            socket.close();
        }));
    }

    /** @param line receives the events of the socket */
    private record LineListener(WebSocket socket, Line line) implements SocketReader.Listener {
        @Override
        public boolean text(String text) {
            return line.received(text);
        }

        @Override
        public void unfinished() {
            line.closed("the end of a large message did not come");
            socket.close();
        }

        @Override
        public void pong() {}

        @Override
        public void broke(Throwable why) {
            line.closed("the connection broke: " + why.getMessage());
            socket.close();
        }

        @Override
        public void closed(@Nullable Short code) {
            line.closed(told(code));
        }
    }

    private static String told(@Nullable Short code) {
        if (code == null) {
            return "the connection broke";
        }
        return code == 1000
                ? "the runtime closed the connection (1000): another host has connected to it"
                : "the runtime closed the connection (" + code + ")";
    }

    private static String told(Throwable why) {
        if (why instanceof UpgradeRejectedException rejected) {
            return rejected.getStatus() == 401
                    ? "the runtime refused the control token (401)"
                    : "the runtime refused the connection (" + rejected.getStatus() + ")";
        }
        return "the runtime does not answer: " + why.getMessage();
    }

    @Override
    public void close() {
        client.close();
    }
}
