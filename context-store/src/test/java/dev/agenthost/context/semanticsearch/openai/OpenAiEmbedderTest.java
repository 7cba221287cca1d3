package dev.agenthost.context.semanticsearch.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.context.fixture.ScriptedEmbeddings;
import dev.agenthost.context.semanticsearch.embedding.EmbeddingsEndpoint;
import dev.agenthost.context.semanticsearch.indexing.EmbeddingException;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests against a real socket that the test scripts. */
class OpenAiEmbedderTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static Vertx vertx;

    private final ScriptedEmbeddings endpoint = new ScriptedEmbeddings();

    @BeforeAll
    static void begin() {
        vertx = Vertx.vertx();
    }

    @AfterAll
    static void end() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @AfterEach
    void close() {
        endpoint.close();
    }

    @Test
    void everyTextHasItsVectorAcrossPortions() {
        List<String> texts = IntStream.range(0, 130)
                .mapToObj(i -> i % 2 == 0 ? "cat " + i : "car " + i)
                .toList();

        List<float[]> vectors = embed(texts);

        assertThat(vectors).hasSize(130);
        for (int i = 0; i < 130; i++) {
            assertThat(vectors.get(i)[i % 2]).isGreaterThan(0.9f);
        }
        assertThat(endpoint.received)
                .extracting(received -> received.body().path("input").size())
                .containsExactly(64, 64, 2);
        ScriptedEmbeddings.Received received = endpoint.received.getFirst();
        assertThat(received.path()).isEqualTo("/v1/embeddings");
        assertThat(received.authorization()).isEqualTo("Bearer " + ScriptedEmbeddings.KEY);
        assertThat(received.body().path("model").asText()).isEqualTo("tiny");
        assertThat(received.body().path("encoding_format").asText()).isEqualTo("float");
    }

    @Test
    void noTextsMakeNoRequest() {
        assertThat(embed(List.of())).isEmpty();
        assertThat(endpoint.received).isEmpty();
    }

    @Test
    void aTextThatIsTooLongIsCutBetweenCharacters() {
        embed(List.of("x".repeat(7_999) + "😀😀"));

        assertThat(endpoint.texts()).containsExactly("x".repeat(7_999));
    }

    @Test
    void aBusyProviderIsRetriedAtMostTwice() {
        endpoint.script(ScriptedEmbeddings.json(429, "", "Retry-After", "1"), ScriptedEmbeddings.json(503, ""));
        assertThat(embed(List.of("cat"))).hasSize(1);
        assertThat(endpoint.received).hasSize(3);

        endpoint.received.clear();
        endpoint.scriptAll(ScriptedEmbeddings.json(503, ""));
        assertThat(failure(List.of("cat")).isOfTheText()).isFalse();
        assertThat(endpoint.received).hasSize(3);

        endpoint.received.clear();
        endpoint.scriptAll(ScriptedEmbeddings.json(429, "", "Retry-After", "3600"));
        failure(List.of("cat"));
        assertThat(endpoint.received).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"400,true", "413,true", "422,true", "401,false", "403,false", "404,false", "500,false", "302,false"})
    void aRefusalQuotesNeitherTheKeyNorTheTexts(int status, boolean isOfTheText) {
        endpoint.scriptAll(ScriptedEmbeddings.json(
                status,
                "{\"error\":{\"message\":\"no: " + ScriptedEmbeddings.KEY + "\"}}",
                "Location",
                endpoint.url()));

        EmbeddingException why = failure(List.of("cat"));

        assertThat(why).hasMessageContaining(String.valueOf(status)).hasMessageNotContaining("sk-");
        assertThat(why.isOfTheText()).isEqualTo(isOfTheText);
        assertThat(endpoint.received).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "garbage",
                "{\"data\":[]}",
                "{\"data\":[{\"index\":0,\"embedding\":[1,2]}]}",
                "{\"data\":[{\"index\":0,\"embedding\":[0,0,0]}]}",
                "{\"data\":[{\"index\":1,\"embedding\":[1,2,3]}]}"
            })
    void anInvalidAnswerIsAFailure(String body) {
        endpoint.scriptAll(ScriptedEmbeddings.json(200, body));

        assertThat(failure(List.of("cat")).isOfTheText()).isFalse();
        assertThat(endpoint.received).hasSize(1);
    }

    @Test
    void aTooLargeAnswerIsNotHeld() {
        endpoint.scriptAll(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] piece = new byte[256 * 1024];
            while (true) {
                exchange.getResponseBody().write(piece);
            }
        });

        assertThat(failure(List.of("cat"))).hasMessageContaining("too large");
    }

    /** A written number has at most 32 bytes, and the answer 64 KiB more. */
    @ParameterizedTest
    @CsvSource({"1,3,65632", "64,3,71680", "1,0,327680", "2,0,589824", "64,8192,16777216"})
    void theLimitOfAnAnswerFollowsTheRequest(int texts, int numbers, int most) {
        List<String> received = Collections.nCopies(texts, "cat");
        OpenAiEmbedder embedder = embedder(endpoint.url(), numbers);
        endpoint.scriptAll(ScriptedEmbeddings.json(200, "x".repeat(most + 1)));
        assertThat(failure(embedder, received)).hasMessageContaining("too large");

        endpoint.scriptAll(ScriptedEmbeddings.json(200, "x".repeat(most)));
        assertThat(failure(embedder, received)).hasMessageContaining("not JSON");
    }

    @Test
    void aHangingEndpointTimesOut() {
        endpoint.scriptAll(endpoint.hanging());

        assertThat(failure(embedder(endpoint.url(), "127.0.0.1/32", Duration.ofMillis(300)), List.of("cat")))
                .hasMessageContaining("did not answer");
    }

    @Test
    void aPrivateAddressIsNotCalledUnlessPermitted() {
        assertThat(failure(embedder(endpoint.url(), "10.9.9.9/32", LONG), List.of("cat")))
                .hasMessageContaining("not permitted");
        assertThat(endpoint.received).isEmpty();
    }

    @Test
    void anUnreachableAddressIsReported() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }

        assertThat(failure(embedder("http://127.0.0.1:" + free + "/v1", "127.0.0.1/32", LONG), List.of("cat")))
                .hasMessageContaining("cannot be reached");
    }

    @Test
    void theNameIdentifiesComparableVectors() {
        assertThat(embedder(endpoint.url(), "127.0.0.1/32", LONG).model()).isEqualTo("tiny/3");
    }

    private List<float[]> embed(List<String> texts) {
        return embedder(endpoint.url(), "127.0.0.1/32", LONG)
                .embed(texts)
                .await()
                .atMost(LONG);
    }

    private EmbeddingException failure(List<String> texts) {
        return failure(embedder(endpoint.url(), "127.0.0.1/32", LONG), texts);
    }

    private static EmbeddingException failure(OpenAiEmbedder embedder, List<String> texts) {
        EmbeddingException[] caught = new EmbeddingException[1];
        assertThatThrownBy(() -> embedder.embed(texts).await().atMost(LONG))
                .isInstanceOfSatisfying(EmbeddingException.class, why -> caught[0] = why);
        return caught[0];
    }

    private static OpenAiEmbedder embedder(String url, int numbers) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(List.of("127.0.0.1/32")));
        return new OpenAiEmbedder(
                new EgressClient(vertx, rules, 8, Duration.ofSeconds(5)),
                new EmbeddingsEndpoint(url, "tiny", numbers, ScriptedEmbeddings.KEY),
                LONG);
    }

    private static OpenAiEmbedder embedder(String url, String allowed, Duration limit) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(List.of(allowed)));
        return new OpenAiEmbedder(
                new EgressClient(vertx, rules, 8, Duration.ofSeconds(5)),
                new EmbeddingsEndpoint(url, "tiny", ScriptedEmbeddings.DIMENSIONS, ScriptedEmbeddings.KEY),
                limit);
    }
}
