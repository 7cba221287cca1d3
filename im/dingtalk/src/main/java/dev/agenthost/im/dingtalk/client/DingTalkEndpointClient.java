package dev.agenthost.im.dingtalk.client;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.dingtalk.connection.DingTalkEndpointAnswer;
import dev.agenthost.im.dingtalk.inbound.DingTalkPush;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Map;

/**
 * Asks the platform for the address of a connection, with Client ID and Client Secret
 * (https://open.dingtalk.com/document/direction/stream-mode-protocol-access-description).
 */
public final class DingTalkEndpointClient {
    private static final String PATH = "/v1.0/gateway/connections/open";
    private static final int LARGEST_ANSWER = 64 * 1024;

    private final EgressClient outbound;
    private final Duration timeout;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public DingTalkEndpointClient(EgressClient outbound, Duration timeout) {
        this.outbound = outbound;
        this.timeout = timeout;
    }

    /** Never fails: an error is an outcome. */
    public Uni<AddressAnswer> address(DingTalkApp app) {
        HttpRequest request = new HttpRequest(
                app.apiUrl() + PATH,
                Map.of("Content-Type", "application/json", "Accept", "application/json"),
                ProtocolCodec.encode(subscriptions(app)),
                timeout);
        return outbound.call(request)
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(LARGEST_ANSWER, timeout)
                                .map(body -> DingTalkEndpointAnswer.read(answer.status(), body));
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

    private static ObjectNode subscriptions(DingTalkApp app) {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("clientId", app.clientId())
                .put("clientSecret", app.secret())
                .put("ua", "agenthost-sdk-java/1.0.0");
        ArrayNode subscriptions = body.putArray("subscriptions");
        for (DingTalkPush.Topic topic : DingTalkPush.Topic.values()) {
            subscriptions.addObject().put("type", topic.type()).put("topic", topic.wire());
        }
        return body;
    }

    private static Uni<AddressAnswer> refused(String why) {
        return Uni.createFrom().item(new AddressAnswer.Refused(why));
    }
}
