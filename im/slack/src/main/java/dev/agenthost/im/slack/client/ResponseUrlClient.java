package dev.agenthost.im.slack.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Shows a text to the person of an interaction alone, by the {@code response_url} of its payload
 * (https://docs.slack.dev/interactivity/handling-user-interaction).
 */
public final class ResponseUrlClient {
    private static final int REDIRECTION = 300;

    private final EgressClient outbound;
    private final Duration timeout;

    /** @param timeout for the head of an answer */
    public ResponseUrlClient(EgressClient outbound, Duration timeout) {
        this.outbound = outbound;
        this.timeout = timeout;
    }

    /**
     * Returns the reason why the text is not shown; empty if it is. Never fails.
     *
     * @param apiUrl the address of the Web API
     * @param url only hosts of the platform are called
     */
    public Uni<Optional<String>> show(String apiUrl, String url, String text) {
        if (!new SlackHosts(apiUrl).mayReceiveResponse(url)) {
            return Uni.createFrom().item(Optional.of("the response_url is not of the platform"));
        }
        ObjectNode message = JsonNodeFactory.instance
                .objectNode()
                .put("response_type", "ephemeral")
                .put("replace_original", false)
                .put("text", text);
        Map<String, String> headers = Map.of("Content-Type", "application/json; charset=utf-8");
        return outbound.call(new HttpRequest(url, headers, ProtocolCodec.encode(message), timeout))
                .map(ResponseUrlClient::problem)
                .onFailure()
                .recoverWithItem(failure -> Optional.of(failure.getClass().getSimpleName()));
    }

    private static Optional<String> problem(HttpCallResult result) {
        return switch (result) {
            case HttpCallResult.Answered(HttpResponse answer) -> {
                answer.drop();
                yield answer.status() < REDIRECTION ? Optional.empty() : Optional.of("status " + answer.status());
            }
            case HttpCallResult.Invalid(String why) -> Optional.of(why);
            case HttpCallResult.Forbidden(String why) -> Optional.of(why);
            case HttpCallResult.Unreachable(String why) -> Optional.of(why);
        };
    }
}
