package dev.agenthost.im.line.client;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The channel of one bot at LINE.
 *
 * @param apiUrl address of the API, without a slash at its end
 * @param token the channel access token; never printed
 */
public record LineApp(String apiUrl, String token) {
    /** The domain of https://developers.line.biz/en/reference/messaging-api/#domain-name. */
    private static final String LINE = "https://api.line.me";

    public LineApp {
        apiUrl = apiUrl.replaceAll("/+$", "");
    }

    /** @param options of the bot: optionally {@code api_url} */
    public static LineApp of(ObjectNode options, String token) {
        return new LineApp(options.path("api_url").asText(LINE), token);
    }

    @Override
    public String toString() {
        return "LineApp[" + apiUrl + "]";
    }
}
