package dev.agenthost.im.lark.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.lark.connection.EndpointAnswer;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Map;

/** Asks the platform for the address of a long connection, with App ID and App Secret. No page describes the request; it is that of the SDK. */
public final class LarkEndpointClient {
    private static final String PATH = "/callback/ws/endpoint";
    private static final int LARGEST_ANSWER = 64 * 1024;

    private final EgressClient outbound;
    private final Duration timeout;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public LarkEndpointClient(EgressClient outbound, Duration timeout) {
        this.outbound = outbound;
        this.timeout = timeout;
    }

    /** Never fails: an error is an outcome. */
    public Uni<AddressAnswer> address(LarkApp app) {
        HttpRequest request = new HttpRequest(
                app.apiUrl() + PATH,
                Map.of("Content-Type", "application/json; charset=utf-8"),
                ProtocolCodec.encode(JsonNodeFactory.instance
                        .objectNode()
                        .put("AppID", app.appId())
                        .put("AppSecret", app.secret())),
                timeout);
        return outbound.call(request)
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(LARGEST_ANSWER, timeout).map(body -> EndpointAnswer.read(answer.status(), body));
                    case HttpCallResult.Invalid(String why) ->
                        refused("the address of the platform is invalid: " + why);
                    case HttpCallResult.Forbidden(String why) -> refused(why + ": agenthost.egress.allow");
                    case HttpCallResult.Unreachable(String why) ->
                        Uni.createFrom().item(new AddressAnswer.Failed(why));
                })
                .onFailure()
                .recoverWithItem(
                        failure -> new AddressAnswer.Failed(failure.getClass().getSimpleName()));
    }

    private static Uni<AddressAnswer> refused(String why) {
        return Uni.createFrom().item(new AddressAnswer.Refused(why));
    }
}
