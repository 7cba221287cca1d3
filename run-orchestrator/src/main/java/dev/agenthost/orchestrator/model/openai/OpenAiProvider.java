package dev.agenthost.orchestrator.model.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.orchestrator.model.BrokenStreamException;
import dev.agenthost.orchestrator.model.ModelProvider;
import dev.agenthost.orchestrator.model.ProviderCall;
import dev.agenthost.orchestrator.model.ProviderResponse;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.platform.egress.ServerSentEvents;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.platform.egress.http.ResponseTooLargeException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Calls endpoints with the API of OpenAI through the egress client. */
public final class OpenAiProvider implements ModelProvider {
    private static final int MOST = 4 * 1024 * 1024;
    private static final int MOST_OF_A_REFUSAL = 64 * 1024;
    private static final Duration REFUSAL_TIMEOUT = Duration.ofSeconds(5);
    private static final String DONE = "[DONE]";

    private final EgressClient outbound;

    public OpenAiProvider(EgressClient outbound) {
        this.outbound = outbound;
    }

    @Override
    public Uni<ProviderResponse<JsonNode>> ask(ProviderCall call) {
        return send(call, answer -> answer.body(MOST, call.limit())
                        .<ProviderResponse<JsonNode>>map(OpenAiProvider::read))
                .ifNoItem()
                .after(call.limit())
                .recoverWithItem(new ProviderResponse.TooLate<>());
    }

    @Override
    public Uni<ProviderResponse<Multi<JsonNode>>> stream(ProviderCall call) {
        return send(
                call, answer -> Uni.createFrom().item(new ProviderResponse.Answered<>(events(answer, call.limit()))));
    }

    private <T> Uni<ProviderResponse<T>> send(
            ProviderCall call, Function<HttpResponse, Uni<ProviderResponse<T>>> read) {
        HttpRequest request = new HttpRequest(
                call.url(), headers(call), ProtocolCodec.encode(JsonText.clean(call.body())), call.limit());
        return outbound.call(request)
                .<ProviderResponse<T>>chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.status() / 100 == 2 ? read.apply(answer) : refused(answer);
                    case HttpCallResult.Invalid(String why) ->
                        Uni.createFrom().item(new ProviderResponse.Forbidden<>(why));
                    case HttpCallResult.Forbidden(String why) ->
                        Uni.createFrom().item(new ProviderResponse.Forbidden<>(why));
                    case HttpCallResult.Unreachable unreachable ->
                        Uni.createFrom().item(new ProviderResponse.Unreachable<>());
                })
                .onFailure()
                .recoverWithItem(OpenAiProvider::failure);
    }

    private static Map<String, String> headers(ProviderCall call) {
        Map<String, String> headers = new HashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "agent-host");
        if (call.apiKey() != null) {
            headers.put("Authorization", "Bearer " + call.apiKey());
        }
        return headers;
    }

    private static <T> Uni<ProviderResponse<T>> refused(HttpResponse answer) {
        Duration after = seconds(answer.header("Retry-After"));
        return answer.body(MOST_OF_A_REFUSAL, REFUSAL_TIMEOUT)
                .map(body -> new String(body, StandardCharsets.UTF_8))
                .onFailure()
                .recoverWithItem("")
                .map(text -> new ProviderResponse.Refused<>(answer.status(), after, text));
    }

    /** Parses {@code Retry-After} in seconds; a date counts as absent. */
    private static @Nullable Duration seconds(@Nullable String text) {
        return text != null && text.strip().matches("\\d{1,6}")
                ? Duration.ofSeconds(Long.parseLong(text.strip()))
                : null;
    }

    private static ProviderResponse<JsonNode> read(byte[] body) {
        try {
            return new ProviderResponse.Answered<>(JsonText.clean(ProtocolCodec.readTree(body)));
        } catch (UndecodableException e) {
            return new ProviderResponse.Unreadable<>("answer is not JSON");
        }
    }

    private static Multi<JsonNode> events(HttpResponse answer, Duration idle) {
        ServerSentEvents parser = new ServerSentEvents();
        AtomicBoolean done = new AtomicBoolean();
        Multi<String> complete = answer.pieces(idle, done::get).onItem().transformToIterable(parser::next);
        Multi<String> remainder =
                Multi.createFrom().deferred(() -> Multi.createFrom().iterable(parser.end()));
        return Multi.createBy()
                .concatenating()
                .streams(complete, remainder, Multi.createFrom().failure(() -> new BrokenStreamException(unfinished())))
                .select()
                .first(data -> {
                    done.compareAndSet(false, data.strip().equals(DONE));
                    return !done.get();
                })
                .filter(data -> !data.isBlank())
                .map(OpenAiProvider::event)
                .onFailure()
                .invoke(why -> answer.reset())
                .onFailure(why -> !(why instanceof BrokenStreamException))
                .transform(why -> new BrokenStreamException(failure(why)));
    }

    private static ProviderResponse.Failure<JsonNode> unfinished() {
        return new ProviderResponse.Unreadable<>("stream broke off");
    }

    private static JsonNode event(String data) {
        try {
            // An unpaired surrogate stays as it is: the second half may arrive with the next event.
            return ProtocolCodec.readTree(data);
        } catch (UndecodableException e) {
            throw new BrokenStreamException(
                    new ProviderResponse.Unreadable<>("stream contains an event that is not JSON"));
        }
    }

    private static <T> ProviderResponse.Failure<T> failure(Throwable why) {
        if (why instanceof TimeoutException || why instanceof io.smallrye.mutiny.TimeoutException) {
            return new ProviderResponse.TooLate<>();
        }
        if (why instanceof ResponseTooLargeException || why instanceof ServerSentEvents.TooLarge) {
            return new ProviderResponse.TooLarge<>();
        }
        return new ProviderResponse.Unreadable<>("answer broke off");
    }
}
