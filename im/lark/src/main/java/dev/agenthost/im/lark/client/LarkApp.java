package dev.agenthost.im.lark.client;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The app of one bot at the Open Platform.
 *
 * @param apiUrl without a slash at its end
 * @param appId for instance {@code cli_a1b2}
 * @param secret the App Secret; never printed
 */
public record LarkApp(String apiUrl, String appId, String secret) {
    private static final String FEISHU = "https://open.feishu.cn";

    public LarkApp {
        apiUrl = apiUrl.replaceAll("/+$", "");
    }

    /** @param options of the bot: {@code app_id}, and optionally {@code api_url} */
    public static LarkApp of(ObjectNode options, String secret) {
        return new LarkApp(
                options.path("api_url").asText(FEISHU), options.path("app_id").asText(), secret);
    }

    @Override
    public String toString() {
        return "LarkApp[" + apiUrl + " " + appId + "]";
    }
}
