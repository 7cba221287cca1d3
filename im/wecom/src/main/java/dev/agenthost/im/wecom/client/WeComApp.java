package dev.agenthost.im.wecom.client;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The self-built application of one bot at WeCom.
 *
 * @param apiUrl without a slash at its end
 * @param corpId the CorpID of the company
 * @param agentId the AgentId of the application
 * @param secret the Secret of the application; never printed
 */
public record WeComApp(String apiUrl, String corpId, int agentId, String secret) {
    private static final String API = "https://qyapi.weixin.qq.com";

    public WeComApp {
        apiUrl = apiUrl.replaceAll("/+$", "");
    }

    /** @param options of the bot: {@code corp_id}, {@code agent_id}, and optionally {@code api_url} */
    public static WeComApp of(ObjectNode options, String secret) {
        return new WeComApp(
                options.path("api_url").asText(API),
                options.path("corp_id").asText(),
                options.path("agent_id").asInt(),
                secret);
    }

    @Override
    public String toString() {
        return "WeComApp[" + apiUrl + " " + corpId + " " + agentId + "]";
    }
}
