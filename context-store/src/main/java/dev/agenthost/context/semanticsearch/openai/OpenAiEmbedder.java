package dev.agenthost.context.semanticsearch.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.context.semanticsearch.embedding.EmbeddingAnswer;
import dev.agenthost.context.semanticsearch.embedding.EmbeddingRequest;
import dev.agenthost.context.semanticsearch.embedding.EmbeddingRetryPolicy;
import dev.agenthost.context.semanticsearch.embedding.EmbeddingsEndpoint;
import dev.agenthost.context.semanticsearch.indexing.Embedder;
import dev.agenthost.context.semanticsearch.indexing.EmbeddingException;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.platform.egress.http.ResponseTooLargeException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Embeds by an endpoint with OpenAI's API, through the egress client. Failures are {@link EmbeddingException}s, which quote nothing of
 * the endpoint's answer.
 */
public final class OpenAiEmbedder implements Embedder {
    private static final int LARGEST = 16 * 1024 * 1024;
    private static final int MOST_DIMENSIONS = 8_192;
    /** Bytes of a written number, with its separator. */
    private static final int OF_A_NUMBER = 32;

    private static final int AROUND = 64 * 1024;

    private final EgressClient outbound;
    private final EmbeddingsEndpoint endpoint;
    private final Duration limit;

    /** @param limit time limit until an answer begins, and between two parts of its body */
    public OpenAiEmbedder(EgressClient outbound, EmbeddingsEndpoint endpoint, Duration limit) {
        this.outbound = outbound;
        this.endpoint = endpoint;
        this.limit = limit;
    }

    @Override
    public String model() {
        return endpoint.name();
    }

    @Override
    public int dimensions() {
        return endpoint.dimensions();
    }

    @Override
    public Uni<List<float[]>> embed(List<String> texts) {
        return Multi.createFrom()
                .iterable(portions(texts))
                .onItem()
                .transformToUniAndConcatenate(portion -> send(portion, 0))
                .collect()
                .in(() -> new ArrayList<float[]>(texts.size()), List::addAll)
                .map(List::copyOf);
    }

    private static List<List<String>> portions(List<String> texts) {
        List<List<String>> portions = new ArrayList<>();
        for (int from = 0; from < texts.size(); from += EmbeddingRequest.MOST) {
            portions.add(texts.subList(from, Math.min(from + EmbeddingRequest.MOST, texts.size())));
        }
        return portions;
    }

    private Uni<List<float[]>> send(List<String> texts, int retries) {
        byte[] body = ProtocolCodec.encode(EmbeddingRequest.of(endpoint, texts));
        return outbound.call(new HttpRequest(endpoint.url(), headers(), body, limit))
                .onFailure()
                .transform(why -> new EmbeddingException("the embedding endpoint did not answer", false))
                .chain(reached -> switch (reached) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.status() / 100 == 2 ? read(answer, texts.size()) : refused(answer, texts, retries);
                    case HttpCallResult.Unreachable none ->
                        retry(texts, 0, null, retries, "the embedding endpoint cannot be reached");
                    case HttpCallResult.Invalid(String why) ->
                        failed("the address of the embedding endpoint is invalid", false);
                    case HttpCallResult.Forbidden(String why) ->
                        failed("the address of the embedding endpoint is not permitted: " + why, false);
                });
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new HashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "agent-host");
        if (endpoint.apiKey() != null) {
            headers.put("Authorization", "Bearer " + endpoint.apiKey());
        }
        return headers;
    }

    private Uni<List<float[]>> read(HttpResponse answer, int texts) {
        return answer.body(most(texts), limit)
                .ifNoItem()
                .after(limit)
                .fail()
                .onFailure()
                .transform(why -> new EmbeddingException(
                        why instanceof ResponseTooLargeException
                                ? "the answer of the embedding endpoint is too large"
                                : "the answer of the embedding endpoint was interrupted",
                        false))
                .map(body -> vectors(body, texts));
    }

    /** Returns the limit of an answer in bytes. The owner of the endpoint controls the answer, which is parsed into a tree in memory. */
    private int most(int texts) {
        int numbers = endpoint.dimensions() == EmbeddingsEndpoint.ANY ? MOST_DIMENSIONS : endpoint.dimensions();
        return (int) Math.min(LARGEST, AROUND + (long) texts * numbers * OF_A_NUMBER);
    }

    private List<float[]> vectors(byte[] body, int texts) {
        try {
            return switch (EmbeddingAnswer.read(
                    ProtocolCodec.decode(body, JsonNode.class), texts, endpoint.dimensions())) {
                case EmbeddingAnswer.Vectors read -> read.vectors();
                case EmbeddingAnswer.Wrong wrong ->
                    throw new EmbeddingException("the answer of the embedding endpoint " + wrong.why(), false);
            };
        } catch (UndecodableException e) {
            throw new EmbeddingException("the answer of the embedding endpoint is not JSON", false);
        }
    }

    private Uni<List<float[]>> refused(HttpResponse answer, List<String> texts, int retries) {
        int status = answer.status();
        Duration retryAfter = seconds(answer.header("Retry-After"));
        answer.drop();
        return retry(texts, status, retryAfter, retries, "the embedding endpoint answered " + status);
    }

    private Uni<List<float[]>> retry(
            List<String> texts, int status, @Nullable Duration retryAfter, int retries, String why) {
        Optional<Duration> pause = EmbeddingRetryPolicy.after(status, retryAfter, retries);
        return pause.isEmpty()
                ? failed(why, EmbeddingRetryPolicy.isOfTheText(status))
                : Uni.createFrom().voidItem().onItem().delayIt().by(pause.get()).chain(() -> send(texts, retries + 1));
    }

    private static Uni<List<float[]>> failed(String why, boolean isOfTheText) {
        return Uni.createFrom().failure(new EmbeddingException(why, isOfTheText));
    }

    private static @Nullable Duration seconds(@Nullable String text) {
        return text != null && text.strip().matches("\\d{1,6}")
                ? Duration.ofSeconds(Long.parseLong(text.strip()))
                : null;
    }
}
