package dev.agenthost.orchestrator.model.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.egress.http.Outbound;
import dev.agenthost.egress.http.OutboundAnswer;
import dev.agenthost.egress.http.OutboundCall;
import dev.agenthost.egress.http.Reached;
import dev.agenthost.egress.http.TooLargeException;
import dev.agenthost.orchestrator.model.BrokenStream;
import dev.agenthost.orchestrator.model.ModelProvider;
import dev.agenthost.orchestrator.model.ProviderAnswer;
import dev.agenthost.orchestrator.model.ProviderCall;
import dev.agenthost.orchestrator.stream.ServerSentEvents;
import dev.agenthost.orchestrator.wire.JsonText;
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

/** Endpoints that speak as OpenAI's does, over the one way out. */
public final class OpenAiProvider implements ModelProvider {
    private static final int MOST = 4 * 1024 * 1024;
    private static final int MOST_OF_A_REFUSAL = 64 * 1024;
    private static final Duration REFUSING = Duration.ofSeconds(5);
    private static final String DONE = "[DONE]";

    private final Outbound outbound;

    public OpenAiProvider(Outbound outbound) {
        this.outbound = outbound;
    }

    @Override
    public Uni<ProviderAnswer<JsonNode>> ask(ProviderCall call) {
        return reach(call, answer -> answer.body(MOST, call.limit())
                        .<ProviderAnswer<JsonNode>>map(OpenAiProvider::read))
                .ifNoItem()
                .after(call.limit())
                .recoverWithItem(new ProviderAnswer.TooLate<>());
    }

    @Override
    public Uni<ProviderAnswer<Multi<JsonNode>>> stream(ProviderCall call) {
        return reach(
                call, answer -> Uni.createFrom().item(new ProviderAnswer.Answered<>(events(answer, call.limit()))));
    }

    private <T> Uni<ProviderAnswer<T>> reach(ProviderCall call, Function<OutboundAnswer, Uni<ProviderAnswer<T>>> read) {
        OutboundCall request = new OutboundCall(
                call.url(), headers(call), ProtocolCodec.encode(JsonText.clean(call.body())), call.limit());
        return outbound.call(request)
                .<ProviderAnswer<T>>chain(reached -> switch (reached) {
                    case Reached.Answered(OutboundAnswer answer) ->
                        answer.status() / 100 == 2 ? read.apply(answer) : refused(answer);
                    case Reached.Invalid(String why) -> Uni.createFrom().item(new ProviderAnswer.Forbidden<>(why));
                    case Reached.Forbidden(String why) -> Uni.createFrom().item(new ProviderAnswer.Forbidden<>(why));
                    case Reached.Unreachable nobody -> Uni.createFrom().item(new ProviderAnswer.Unreachable<>());
                })
                .onFailure()
                .recoverWithItem(OpenAiProvider::trouble);
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

    private static <T> Uni<ProviderAnswer<T>> refused(OutboundAnswer answer) {
        Duration after = seconds(answer.header("Retry-After"));
        return answer.body(MOST_OF_A_REFUSAL, REFUSING)
                .map(body -> new String(body, StandardCharsets.UTF_8))
                .onFailure()
                .recoverWithItem("")
                .map(said -> new ProviderAnswer.Refused<>(answer.status(), after, said));
    }

    /** Dates are for people; a provider that sends one is waited for as usual. */
    private static @Nullable Duration seconds(@Nullable String text) {
        return text != null && text.strip().matches("\\d{1,6}")
                ? Duration.ofSeconds(Long.parseLong(text.strip()))
                : null;
    }

    private static ProviderAnswer<JsonNode> read(byte[] body) {
        try {
            return new ProviderAnswer.Answered<>(JsonText.clean(ProtocolCodec.readTree(body)));
        } catch (UndecodableException e) {
            return new ProviderAnswer.Unreadable<>("answer is no JSON");
        }
    }

    private static Multi<JsonNode> events(OutboundAnswer answer, Duration idle) {
        ServerSentEvents parser = new ServerSentEvents();
        AtomicBoolean done = new AtomicBoolean();
        Multi<String> complete = answer.pieces(idle, done::get).onItem().transformToIterable(parser::next);
        Multi<String> rest =
                Multi.createFrom().deferred(() -> Multi.createFrom().iterable(parser.end()));
        return Multi.createBy()
                .concatenating()
                .streams(complete, rest, Multi.createFrom().failure(() -> new BrokenStream(unfinished())))
                .select()
                .first(data -> {
                    done.compareAndSet(false, data.strip().equals(DONE));
                    return !done.get();
                })
                .filter(data -> !data.isBlank())
                .map(OpenAiProvider::event)
                .onFailure()
                .invoke(why -> answer.reset())
                .onFailure(why -> !(why instanceof BrokenStream))
                .transform(why -> new BrokenStream(trouble(why)));
    }

    private static ProviderAnswer.Trouble<JsonNode> unfinished() {
        return new ProviderAnswer.Unreadable<>("stream broke off");
    }

    private static JsonNode event(String data) {
        try {
            // A half of a character stays one here: the other may come with the next event.
            return ProtocolCodec.readTree(data);
        } catch (UndecodableException e) {
            throw new BrokenStream(new ProviderAnswer.Unreadable<>("stream holds what is no JSON"));
        }
    }

    private static <T> ProviderAnswer.Trouble<T> trouble(Throwable why) {
        if (why instanceof TimeoutException || why instanceof io.smallrye.mutiny.TimeoutException) {
            return new ProviderAnswer.TooLate<>();
        }
        if (why instanceof TooLargeException || why instanceof ServerSentEvents.TooLarge) {
            return new ProviderAnswer.TooLarge<>();
        }
        return new ProviderAnswer.Unreadable<>("answer broke off");
    }
}
