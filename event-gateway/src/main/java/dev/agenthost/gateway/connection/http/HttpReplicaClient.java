package dev.agenthost.gateway.connection.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.connection.ConnectionCallResult;
import dev.agenthost.gateway.connection.ReplicaClient;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/** Passes calls to {@link BotCallResource} of another replica, with the internal key. */
public final class HttpReplicaClient implements ReplicaClient {
    private static final int LARGEST_ANSWER = 64 * 1024;

    private final EgressClient internal;
    private final String internalKey;
    private final Duration timeout;

    /** @param timeout longer than that of a call over a connection, so that the other replica knows the outcome */
    public HttpReplicaClient(EgressClient internal, String internalKey, Duration timeout) {
        this.internal = internal;
        this.internalKey = internalKey;
        this.timeout = timeout;
    }

    @Override
    public Uni<ConnectionCallResult> call(URI replica, String botId, String action, ObjectNode parameters) {
        HttpRequest request = new HttpRequest(
                replica + BotCallResource.path(botId, action),
                Map.of(
                        "Content-Type",
                        "application/json",
                        "Authorization",
                        "Bearer " + internalKey,
                        BotCallResource.PASSED_ON,
                        "true"),
                new HttpBody.Bytes(ProtocolCodec.encode(parameters)),
                timeout);
        return internal.call(request, () -> true)
                .chain(this::read)
                .onFailure()
                .recoverWithItem(failure -> new ConnectionCallResult.NoAnswer(
                        "The replica with the connection: " + failure.getClass().getSimpleName()));
    }

    private Uni<ConnectionCallResult> read(HttpCallResult result) {
        return switch (result) {
            case HttpCallResult.Answered(HttpResponse answer) ->
                answer.body(LARGEST_ANSWER, timeout).map(body -> outcome(answer.status(), body));
            case HttpCallResult.Invalid(String why) -> notMade(why);
            case HttpCallResult.Forbidden(String why) -> notMade(why);
            case HttpCallResult.Unreachable(String why) -> notMade(why);
        };
    }

    private static ConnectionCallResult outcome(int status, byte[] body) {
        if (status == BotCallResource.NOT_MADE) {
            return new ConnectionCallResult.NotMade("The replica has no connection of the bot.");
        }
        try {
            return ProtocolCodec.readTree(body) instanceof ObjectNode answer && status < 500
                    ? new ConnectionCallResult.Answered(status, answer)
                    : new ConnectionCallResult.NoAnswer("The replica with the connection answered " + status + ".");
        } catch (UndecodableException e) {
            return new ConnectionCallResult.NoAnswer("The replica with the connection answered " + status + ".");
        }
    }

    private static Uni<ConnectionCallResult> notMade(String why) {
        return Uni.createFrom().item(new ConnectionCallResult.NotMade(why));
    }
}
