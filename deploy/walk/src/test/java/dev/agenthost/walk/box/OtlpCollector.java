package dev.agenthost.walk.box;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** Receives spans as a collector does, by OTLP over HTTP, and finds those of one trace. */
public final class OtlpCollector implements AutoCloseable {
    private static final int TRACE_ID = 16;
    /** Bytes from the trace id to the name in a protobuf span: between them are the ids of span and parent, each with tag and length. */
    private static final int TO_NAME = TRACE_ID + 2 * (2 + 8);

    private static final byte NAME = 0x2A;

    private final HttpServer server;
    private final List<byte[]> exports = new CopyOnWriteArrayList<>();

    public OtlpCollector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/v1/traces", exchange -> {
            try (exchange) {
                exports.add(exchange.getRequestBody().readAllBytes());
                exchange.sendResponseHeaders(200, -1);
            }
        });
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The names of the trace's spans so far. */
    public Set<String> spansOf(String traceId) {
        byte[] id = HexFormat.of().parseHex(traceId);
        var names = new TreeSet<String>();
        for (byte[] export : exports) {
            for (int at = 0; at + TO_NAME + 1 < export.length; at++) {
                if (Arrays.equals(export, at, at + TRACE_ID, id, 0, TRACE_ID) && export[at + TO_NAME] == NAME) {
                    int begin = at + TO_NAME + 2;
                    names.add(new String(export, begin, export[begin - 1], StandardCharsets.UTF_8));
                }
            }
        }
        return names;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
