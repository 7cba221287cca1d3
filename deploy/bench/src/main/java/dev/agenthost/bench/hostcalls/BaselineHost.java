package dev.agenthost.bench.hostcalls;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.bench.testbed.WireFrames;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.http.ServerWebSocket;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A host that only forwards a call: it reads a frame, sends the request to context-store and returns the answer in a frame. No
 * session, grant, rate, deadline, lease or audit. It prints {@code ready <port>}. The first line of its standard input is the
 * internal key; each later line is the text of a run that it sends to the runner.
 */
public final class BaselineHost {
    static final String READY = "ready ";

    private static final int CONNECTIONS = 64;
    private static final int ANSWERED = 2;

    private final String store;
    private final ContextRequest question;
    private final String internalKey;
    private final HttpClient http;
    private final AtomicLong sequence = new AtomicLong();
    private final CompletableFuture<ServerWebSocket> runner = new CompletableFuture<>();

    private BaselineHost(Vertx vertx, String store, ContextRequest question, String internalKey) {
        this.store = store;
        this.question = question;
        this.internalKey = internalKey;
        this.http = vertx.createHttpClient(
                new HttpClientOptions().setMaxPoolSize(CONNECTIONS).setTcpNoDelay(true));
    }

    /** @param arguments the address of context-store; workspace, bot and conversation of the calls */
    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(false));
        var question = new ContextRequest(arguments[1], arguments[2], arguments[3]);
        var host = new BaselineHost(vertx, arguments[0], question, in.readLine());
        vertx.createHttpServer(new HttpServerOptions()
                        .setHost("127.0.0.1")
                        .setMaxWebSocketFrameSize(WireFrames.MAX_BYTES)
                        .setMaxWebSocketMessageSize(WireFrames.MAX_BYTES))
                .webSocketHandler(host::opened)
                .listen(0)
                .onSuccess(server -> System.out.println(READY + server.actualPort()));
        for (var text = in.readLine(); text != null; text = in.readLine()) {
            host.start(text);
        }
    }

    private void opened(ServerWebSocket socket) {
        socket.textMessageHandler(text -> received(socket, text));
        runner.complete(socket);
    }

    private void start(String text) {
        runner.join()
                .writeTextMessage(WireFrames.request(sequence.incrementAndGet(), "run_agent", BaselineRun.of(text)));
    }

    private void received(ServerWebSocket socket, String text) {
        JsonNode frame;
        try {
            frame = ProtocolCodec.mapper().readTree(text);
        } catch (JsonProcessingException noise) {
            return;
        }
        // A frame with a code is a result of a run, which needs no answer.
        if (!frame.has("code")) {
            onRequest(
                    socket, frame.path("seq_id").asLong(), frame.path("action").asText(), frame.path("data"));
        }
    }

    private void onRequest(ServerWebSocket socket, long seqId, String action, JsonNode data) {
        switch (action) {
            case CallPlan.STATE -> pass(socket, seqId, "/internal/v1/state/get", question.state(data));
            case CallPlan.HISTORY -> pass(socket, seqId, "/internal/v1/history/page", question.history(data));
            default -> socket.writeTextMessage(WireFrames.success(seqId, WireFrames.object()));
        }
    }

    private void pass(ServerWebSocket socket, long seqId, String path, Object body) {
        var options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setAbsoluteURI(store + path)
                .putHeader("Content-Type", "application/json")
                .putHeader("Authorization", "Bearer " + internalKey);
        http.request(options)
                .compose(request -> request.send(Buffer.buffer(ProtocolCodec.encode(body)))
                        .compose(response ->
                                response.body().map(answer -> framed(seqId, response.statusCode(), answer))))
                .recover(failure -> io.vertx.core.Future.succeededFuture(WireFrames.failure(seqId, failure.toString())))
                .onSuccess(socket::writeTextMessage);
    }

    private static String framed(long seqId, int status, Buffer answer) {
        try {
            return status / 100 == ANSWERED
                    ? WireFrames.success(
                            seqId, (ObjectNode) ProtocolCodec.mapper().readTree(answer.getBytes()))
                    : WireFrames.failure(seqId, "context-store answered " + status);
        } catch (IOException unreadable) {
            return WireFrames.failure(seqId, unreadable.toString());
        }
    }
}
