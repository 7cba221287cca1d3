package dev.agenthost.testkit.dingtalk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The tokens of one app (https://open.dingtalk.com/document/development/obtain-the-access-token-of-an-internal-app). */
final class ScriptedDingTalkTokens {
    private final String clientId;
    private final String secret;
    private final AtomicInteger tokens = new AtomicInteger(1);

    ScriptedDingTalkTokens(String clientId, String secret) {
        this.clientId = clientId;
        this.secret = secret;
    }

    String current() {
        return "token-" + tokens.get();
    }

    /** Makes the current token invalid. */
    void expire() {
        tokens.incrementAndGet();
    }

    /** Answers a request for a token. */
    JsonNode answer(JsonNode parameters) {
        boolean isKnown = parameters.path("appKey").asText().equals(clientId)
                && parameters.path("appSecret").asText().equals(secret);
        if (!isKnown) {
            throw new DingTalkRefusal(400, "invalidClientIdOrSecret", "the clientId or clientSecret is invalid");
        }
        return JsonNodeFactory.instance
                .objectNode()
                .put("accessToken", current())
                .put("expireIn", 7200);
    }
}
