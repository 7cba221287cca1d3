package dev.agenthost.testkit.wecom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The access tokens of an application at a scripted WeCom (https://developer.work.weixin.qq.com/document/path/91039): one at a time. */
final class ScriptedWeComTokens {
    private final String corpId;
    private final String secret;
    private final AtomicInteger tokens = new AtomicInteger(1);

    ScriptedWeComTokens(String corpId, String secret) {
        this.corpId = corpId;
        this.secret = secret;
    }

    private String current() {
        return "token+" + tokens.get() + "/x";
    }

    /** Makes the current token invalid. */
    void expire() {
        tokens.incrementAndGet();
    }

    /** Refuses a call without the current token. */
    void check(JsonNode parameters) {
        String token = parameters.path("access_token").asText();
        if (token.isEmpty()) {
            throw new WeComRefusal(41001, "access_token missing");
        }
        if (!token.equals(current())) {
            throw new WeComRefusal(
                    token.startsWith("token+") ? 42001 : 40014,
                    token.startsWith("token+") ? "access_token expired" : "invalid access_token");
        }
    }

    /** Answers a request for a token. */
    JsonNode answer(JsonNode parameters) {
        if (!parameters.path("corpid").asText().equals(corpId)) {
            throw new WeComRefusal(40013, "invalid corpid");
        }
        if (!parameters.path("corpsecret").asText().equals(secret)) {
            throw new WeComRefusal(40001, "invalid credential");
        }
        return JsonNodeFactory.instance
                .objectNode()
                .put("errcode", 0)
                .put("errmsg", "ok")
                .put("access_token", current())
                .put("expires_in", 7200);
    }
}
