package dev.agenthost.im.dingtalk.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.dingtalk.calls.DingTalkRobot;

/**
 * The app of one bot at DingTalk.
 *
 * @param apiUrl without a slash at its end
 * @param clientId the Client ID (AppKey)
 * @param secret the Client Secret (AppSecret); never printed
 * @param robot that its calls name
 */
public record DingTalkApp(String apiUrl, String clientId, String secret, DingTalkRobot robot) {
    private static final String API = "https://api.dingtalk.com";
    /** The server of uploads (https://open.dingtalk.com/document/development/upload-media-files). */
    private static final String UPLOADS = "https://oapi.dingtalk.com";

    public DingTalkApp {
        apiUrl = apiUrl.replaceAll("/+$", "");
    }

    /** @param options of the bot: {@code client_id}, and optionally {@code robot_code}, {@code card_template_id}, {@code receive}, {@code api_url} */
    public static DingTalkApp of(ObjectNode options, String secret) {
        return new DingTalkApp(
                options.path("api_url").asText(API),
                options.path("client_id").asText(),
                secret,
                DingTalkRobot.of(options));
    }

    /** Returns the address of the server of uploads: with another address of the API, that address. */
    String uploadUrl() {
        return apiUrl.equals(API) ? UPLOADS : apiUrl;
    }

    @Override
    public String toString() {
        return "DingTalkApp[" + apiUrl + " " + clientId + "]";
    }
}
