package dev.agenthost.gateway.attachment;

import com.sun.net.httpserver.HttpServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** A context-store that stores files, as fast as a test lets it. */
public final class ScriptedAttachments implements QuarkusTestResourceLifecycleManager {
    /** The ids of the uploads that arrived. */
    public static final List<String> UPLOADS = new CopyOnWriteArrayList<>();

    /** One permit for each file that may be stored. */
    public static final Semaphore PERMITS = new Semaphore(0);

    private HttpServer server;

    @Override
    public Map<String, String> start() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/internal/v1/attachments/", exchange -> {
            byte[] content = exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getPath();
            String upload = path.substring(path.lastIndexOf('/') + 1);
            UPLOADS.add(upload);
            PERMITS.acquireUninterruptibly();
            byte[] answer = ("{\"artifact_id\":\"of-" + upload
                            + "\",\"artifact_type\":\"image\",\"source\":\"upload\",\"mime_type\":\"image/jpeg\",\"size_bytes\":"
                            + content.length + "}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        server.start();
        return Map.of(
                "agenthost.context-store.url",
                "http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void stop() {
        server.stop(0);
    }
}
