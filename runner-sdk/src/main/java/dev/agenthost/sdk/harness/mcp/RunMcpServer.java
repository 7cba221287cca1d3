package dev.agenthost.sdk.harness.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.sdk.harness.McpEndpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * One loopback port for the tools of all runs of a process. Each run has a token of its own; when it ends, the token opens nothing any
 * more, as if there had never been one (401).
 */
public final class RunMcpServer implements AutoCloseable {
    static final String PATH = "/mcp";
    static final int LARGEST_BODY = 4 * 1024 * 1024;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Open> runs = new CopyOnWriteArrayList<>();
    private final OriginCheck originCheck;

    private RunMcpServer(HttpServer server) {
        this.server = server;
        this.originCheck = new OriginCheck(server.getAddress().getPort());
    }

    /** Listens on a free port of this machine's own address. */
    public static RunMcpServer start() throws IOException {
        HttpServer http =
                HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
        RunMcpServer server = new RunMcpServer(http);
        http.setExecutor(server.threads);
        http.createContext("/", server::handle);
        http.start();
        return server;
    }

    /** The tools of one run until it is closed. */
    public Open open(RunMcp mcp) {
        byte[] secret = new byte[32];
        RANDOM.nextBytes(secret);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + PATH);
        Open open = new Open(new McpEndpoint(url, token), hash(token), mcp);
        runs.add(open);
        return open;
    }

    /** The endpoint of one run. */
    public final class Open implements AutoCloseable {
        private final McpEndpoint endpoint;
        private final byte[] hash;
        private final RunMcp mcp;

        private Open(McpEndpoint endpoint, byte[] hash, RunMcp mcp) {
            this.endpoint = endpoint;
            this.hash = hash;
            this.mcp = mcp;
        }

        public McpEndpoint endpoint() {
            return endpoint;
        }

        @Override
        public void close() {
            runs.remove(this);
        }
    }

    @Override
    public void close() {
        runs.clear();
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Headers headers = exchange.getRequestHeaders();
            if (!originCheck.isForUs(headers.getFirst("Host")) || !originCheck.isFromHere(headers.get("Origin"))) {
                refuse(exchange, 403);
                return;
            }
            RunMcp mcp = find(OriginCheck.token(headers.getFirst("Authorization")));
            if (mcp == null) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
                refuse(exchange, 401);
            } else if (!exchange.getRequestURI().getPath().equals(PATH)) {
                refuse(exchange, 404);
            } else if (!exchange.getRequestMethod().equals("POST")) {
                exchange.getResponseHeaders().set("Allow", "POST");
                refuse(exchange, 405);
            } else {
                answer(exchange, headers, mcp);
            }
        }
    }

    private void answer(HttpExchange exchange, Headers headers, RunMcp mcp) throws IOException {
        String revision = headers.getFirst("MCP-Protocol-Version");
        String type = headers.getFirst("Content-Type");
        if (revision != null && !RunMcp.supports(revision)) {
            refuse(exchange, 400);
        } else if (type == null || !type.toLowerCase(java.util.Locale.ROOT).startsWith("application/json")) {
            refuse(exchange, 415);
        } else {
            byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
            if (body.length > LARGEST_BODY) {
                refuse(exchange, 413);
                return;
            }
            Optional<ObjectNode> answer = mcp.answer(body);
            if (answer.isEmpty()) {
                refuse(exchange, 202);
            } else {
                // An invalid message is also reported by the status.
                boolean bad = answer.get().path("id").isNull();
                byte[] payload = ProtocolCodec.encode(answer.get());
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(bad ? 400 : 200, payload.length);
                exchange.getResponseBody().write(payload);
            }
        }
    }

    /** Compares every token in constant time, so that the response time reveals nothing. */
    private @Nullable RunMcp find(@Nullable String token) {
        byte[] hash = hash(token == null ? "" : token);
        RunMcp found = null;
        for (Open run : runs) {
            if (MessageDigest.isEqual(run.hash, hash)) {
                found = run.mcp;
            }
        }
        return found;
    }

    private static void refuse(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
    }

    private static byte[] hash(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
