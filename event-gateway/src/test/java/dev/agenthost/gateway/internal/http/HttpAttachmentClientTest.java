package dev.agenthost.gateway.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.agenthost.gateway.attachment.Attachment;
import dev.agenthost.gateway.attachment.AttachmentProblem;
import dev.agenthost.gateway.attachment.AttachmentResult;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpAttachmentClientTest {
    private static final String ARTIFACT = "{\"artifact_id\":\"a1\",\"artifact_type\":\"image\",\"source\":\"upload\"}";

    private final Vertx vertx = Vertx.vertx();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private volatile String body = ARTIFACT;
    private HttpServer store;

    @BeforeEach
    void start() throws Exception {
        store = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        store.createContext("/internal/v1/attachments/", exchange -> {
            String content = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawQuery() + " "
                            + exchange.getRequestHeaders().getFirst("Authorization") + " " + content);
            byte[] answer = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        store.start();
    }

    @AfterEach
    void stop() {
        store.stop(0);
        vertx.close();
    }

    @Test
    void aFileIsSentWithItsConversationAndTheKeyBetweenServices() throws Exception {
        assertThat(store()).isInstanceOfSatisfying(AttachmentResult.Stored.class, stored -> assertThat(
                        stored.artifact().artifactId())
                .isEqualTo("a1"));

        assertThat(requests)
                .containsExactly("PUT workspace_id=green&bot_id=support&conversation_id=-7&artifact_type=image"
                        + "&mime_type=image%2Fjpeg&name=a%20%26%20b.jpg&size=2 Bearer key hi");
    }

    @ParameterizedTest
    @CsvSource({"413, NO_SPACE", "415, UNSUPPORTED_TYPE", "400, REFUSED"})
    void aRefusalIsFinal(int answer, AttachmentProblem problem) throws Exception {
        status = answer;

        assertThat(store()).isEqualTo(new AttachmentResult.Refused(problem));
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 409, 429, 500, 503})
    void anyOtherAnswerMayChange(int answer) throws Exception {
        status = answer;

        assertThat(store()).isInstanceOf(AttachmentResult.Unavailable.class);
    }

    @Test
    void anAnswerThatIsNoArtifactMayChange() throws Exception {
        body = "{}";

        assertThat(store()).isInstanceOf(AttachmentResult.Unavailable.class);
    }

    @Test
    void aStoreThatIsAwayMayComeBack() throws Exception {
        store.stop(0);

        assertThat(store()).isInstanceOf(AttachmentResult.Unavailable.class);
    }

    private AttachmentResult store() throws Exception {
        URI base = URI.create("http://127.0.0.1:" + store.getAddress().getPort());
        return new HttpAttachmentClient(vertx, base, "key", 2, Duration.ofSeconds(10))
                .store(new Attachment(
                        UUID.randomUUID(),
                        "green",
                        "support",
                        "-7",
                        null,
                        "image",
                        "image/jpeg",
                        "a & b.jpg",
                        "hi".getBytes(StandardCharsets.UTF_8)))
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
    }
}
