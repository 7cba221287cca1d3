package dev.agenthost.sdk.ws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.ServerWebSocket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** A host controlled by the test, over a real socket. */
final class ScriptedHost implements AutoCloseable {
    private static final int LARGEST = 17 * 1024 * 1024;

    private final Vertx vertx = Vertx.vertx();
    private final HttpServer server;
    /** The status that an upgrade is refused with; 0 for none. */
    volatile int refusing;

    final AtomicInteger refusals = new AtomicInteger();

    private final BlockingQueue<Peer> peers = new LinkedBlockingQueue<>();

    ScriptedHost() {
        server = vertx.createHttpServer(new HttpServerOptions()
                        .setMaxWebSocketFrameSize(LARGEST)
                        .setMaxWebSocketMessageSize(LARGEST))
                .webSocketHandler(this::dialled);
        server.listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().join();
    }

    private void dialled(ServerWebSocket socket) {
        if (refusing == 0) {
            peers.add(new Peer(socket));
        } else {
            refusals.incrementAndGet();
            socket.reject(refusing);
        }
    }

    URI address() {
        return URI.create("ws://127.0.0.1:" + server.actualPort() + "/runner/ws");
    }

    /** Returns the socket of the next plugin that connects. */
    Peer accept() throws InterruptedException {
        Peer peer = peers.poll(15, TimeUnit.SECONDS);
        assertThat(peer).as("nobody dialled").isNotNull();
        return peer;
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    /** The host's side of one plugin's socket. */
    static final class Peer {
        final ServerWebSocket socket;
        final BlockingQueue<JsonNode> requests = new LinkedBlockingQueue<>();
        /** Answers by action; requests for other actions are left to the test, in {@link #requests}. */
        final Map<String, Function<JsonNode, String>> answers = new ConcurrentHashMap<>();

        private final Map<Long, BlockingQueue<JsonNode>> responses = new ConcurrentHashMap<>();
        private final AtomicLong sequence = new AtomicLong();

        private Peer(ServerWebSocket socket) {
            this.socket = socket;
            socket.textMessageHandler(this::received);
        }

        private void received(String text) {
            JsonNode frame = json(text);
            if (frame.has("code")) {
                responses(frame.get("seq_id").longValue()).add(frame);
            } else if (answers.containsKey(frame.path("action").asText())) {
                socket.writeTextMessage(
                        answers.get(frame.path("action").asText()).apply(frame));
            } else {
                requests.add(frame);
            }
        }

        /** The next request of the plugin. */
        JsonNode next() throws InterruptedException {
            JsonNode request = requests.poll(15, TimeUnit.SECONDS);
            assertThat(request).as("the plugin asks for nothing").isNotNull();
            return request;
        }

        long ask(String action, JsonNode data) {
            long seqId = sequence.incrementAndGet();
            ObjectNode frame = ProtocolCodec.mapper().createObjectNode();
            frame.put("seq_id", seqId).put("action", action).set("data", data);
            send(frame);
            return seqId;
        }

        void send(JsonNode frame) {
            socket.writeTextMessage(frame.toString());
        }

        void answer(JsonNode request, String data) {
            socket.writeTextMessage(success(request, data));
        }

        JsonNode response(long seqId) throws InterruptedException {
            JsonNode response = responses(seqId).poll(15, TimeUnit.SECONDS);
            assertThat(response).as("no answer to " + seqId).isNotNull();
            return response;
        }

        /** All results of a run, to the end of its stream. */
        List<JsonNode> results(long seqId) throws InterruptedException {
            List<JsonNode> results = new ArrayList<>();
            for (JsonNode frame = response(seqId);
                    frame.get("chunk_status").asText().equals("continue");
                    frame = response(seqId)) {
                assertThat(frame.get("code").asInt()).isZero();
                results.add(frame.get("data"));
            }
            return results;
        }

        boolean hasResponses(long seqId) {
            return !responses(seqId).isEmpty();
        }

        /** Plays the runtime's part at the start (wire §4.2). */
        JsonNode register() throws InterruptedException {
            JsonNode request = next();
            assertThat(request.get("action").asText()).isEqualTo("register_plugin");
            answer(request, "{}");
            response(ask(
                    "initialize_plugin", json("{'plugin_settings':{'enabled':true,'priority':0,'plugin_config':{}}}")));
            return response(ask("get_plugin_container", json("{}"))).get("data");
        }

        /** Starts a run of the runner {@code default}. */
        long run(String runId, double deadlineAt) {
            return ask("run_agent", json("{'runner_name':'default','context':" + context(runId, deadlineAt) + "}"));
        }

        long run(String runId) {
            return run(runId, System.currentTimeMillis() / 1000.0 + 60);
        }

        private BlockingQueue<JsonNode> responses(long seqId) {
            return responses.computeIfAbsent(seqId, id -> new LinkedBlockingQueue<>());
        }
    }

    static String context(String runId, double deadlineAt) {
        return "{'run_id':'" + runId + "','trigger':{'type':'message.received','source':'api'},"
                + "'event':{'event_id':'e','event_type':'message.received','source':'api'},"
                + "'input':{'text':'hello'},'delivery':{'surface':'api'},'resources':{},'runtime':{'deadline_at':"
                + deadlineAt + "}}";
    }

    static String success(JsonNode request, String data) {
        return "{\"seq_id\":" + request.get("seq_id") + ",\"code\":0,\"message\":\"success\",\"data\":" + json(data)
                + ",\"chunk_status\":\"continue\"}";
    }

    static String failure(JsonNode request, String message, String data) {
        return "{\"seq_id\":" + request.get("seq_id") + ",\"code\":1,\"message\":\"" + message + "\",\"data\":"
                + json(data) + ",\"chunk_status\":\"continue\"}";
    }

    /** JSON with apostrophes for quotes, or with quotes. */
    static JsonNode json(String text) {
        try {
            return ProtocolCodec.mapper().readTree(text.contains("\"") ? text : text.replace('\'', '"'));
        } catch (java.io.IOException e) {
            throw new AssertionError(text, e);
        }
    }
}
