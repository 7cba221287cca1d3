package dev.agenthost.delivery.bot.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.delivery.bot.BotConnectionSource;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Asks a replica of event-gateway by its internal route; each replica has connections of its own. */
public final class HttpBotConnections implements BotConnectionSource {
    private static final int SUCCESS = 200;
    private static final int LARGEST_ANSWER = 16 * 1024;

    private final EgressClient internal;
    private final String eventGateway;
    private final String internalKey;
    private final Duration timeout;

    public HttpBotConnections(EgressClient internal, URI eventGateway, String internalKey, Duration timeout) {
        this.internal = internal;
        this.eventGateway = eventGateway.toString().replaceAll("/+$", "");
        this.internalKey = internalKey;
        this.timeout = timeout;
    }

    @Override
    public Uni<Optional<String>> problem(BotRegistration bot) {
        HttpRequest request = HttpRequest.get(
                eventGateway + "/internal/v1/bots/" + bot.botId() + "/connection",
                Map.of("Authorization", "Bearer " + internalKey),
                timeout);
        return internal.call(request)
                .chain(HttpBotConnections.this::read)
                .onFailure()
                .recoverWithItem(Optional.empty());
    }

    private Uni<Optional<String>> read(HttpCallResult result) {
        return result instanceof HttpCallResult.Answered(HttpResponse answer)
                ? answer.body(LARGEST_ANSWER, timeout).map(body -> problem(answer.status(), body))
                : Uni.createFrom().item(Optional.empty());
    }

    private static Optional<String> problem(int status, byte[] body) {
        try {
            JsonNode state = ProtocolCodec.readTree(body);
            return status == SUCCESS && !state.path("connected").asBoolean(true)
                    ? Optional.of(state.path("problem").asText("The connection is being opened."))
                    : Optional.empty();
        } catch (UndecodableException e) {
            return Optional.empty();
        }
    }
}
