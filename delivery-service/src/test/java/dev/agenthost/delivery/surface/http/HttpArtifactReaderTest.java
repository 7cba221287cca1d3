package dev.agenthost.delivery.surface.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.delivery.surface.ArtifactReader.Answer;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.protocol.hostapi.ArtifactReadResult;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests reads of artifacts from a server that answers as context-store does. */
class HttpArtifactReaderTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final ArtifactOwner READER =
            new ArtifactOwner("demo", new RunId(new UUID(1, 2)), "support", "c1", null);

    private static Vertx vertx;
    private static HttpServer server;
    private static HttpArtifactReader reader;
    private static final List<JsonNode> questions = new CopyOnWriteArrayList<>();
    private static final List<String> keys = new CopyOnWriteArrayList<>();
    private static volatile int status;
    private static volatile byte[] body;

    @BeforeAll
    static void start() throws IOException {
        vertx = Vertx.vertx();
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/internal/v1/artifacts/read", exchange -> {
            keys.add(exchange.getRequestHeaders().getFirst("Authorization"));
            questions.add(ProtocolCodec.mapper().readTree(exchange.getRequestBody()));
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        reader = new HttpArtifactReader(
                new EgressClient(vertx, new AddressPolicy(true), 2, Duration.ofSeconds(2)),
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
                "internal");
    }

    @AfterAll
    static void stop() {
        server.stop(0);
        vertx.close();
    }

    @BeforeEach
    void answered() {
        questions.clear();
        keys.clear();
        status = 200;
        body = ProtocolCodec.encode(new ArtifactReadResult(
                "a1", "text/plain", 9L, 4, 2L, Base64.getEncoder().encodeToString(new byte[] {1, 2}), null, true));
    }

    @Test
    void aPieceIsReadAsTheRunWithTheInternalKey() {
        Answer answer = read();

        assertThat(answer).isInstanceOfSatisfying(Answer.Piece.class, piece -> {
            assertThat(piece.bytes()).containsExactly(1, 2);
            assertThat(piece.size()).isEqualTo(9);
        });
        assertThat(keys).containsExactly("Bearer internal");
        assertThat(questions.getFirst().path("reader").path("workspace_id").asText())
                .isEqualTo("demo");
        assertThat(questions.getFirst().path("reader").path("run_id").asText()).isEqualTo(new UUID(1, 2).toString());
        assertThat(questions.getFirst().path("offset").asLong()).isEqualTo(4);
        assertThat(questions.getFirst().path("limit").asInt()).isEqualTo(HttpArtifactReader.PIECE);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 410})
    void aRefusalIsAnArtifactThatIsGone(int refusal) {
        status = refusal;

        assertThat(read()).isEqualTo(new Answer.Gone());
        assertThat(questions).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 429, 500, 503})
    void anyOtherAnswerFailsAfterOneMoreRead(int failure) {
        status = failure;

        assertThatThrownBy(this::read).isInstanceOf(IllegalStateException.class);
        assertThat(questions).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no json", "{}", "{\"artifact_id\":\"a1\",\"offset\":0,\"has_more\":false}"})
    void anUnreadableAnswerFails(String text) {
        body = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);

        assertThatThrownBy(this::read).isInstanceOf(IllegalStateException.class);
    }

    private Answer read() {
        return reader.read(READER, "a1", 4).await().atMost(LIMIT);
    }
}
