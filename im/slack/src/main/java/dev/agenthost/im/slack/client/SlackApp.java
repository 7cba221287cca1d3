package dev.agenthost.im.slack.client;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The app of one bot at Slack.
 *
 * @param apiUrl address of the Web API, without a slash at its end
 * @param appId id of the app; empty if it is not known
 * @param token the Bot User OAuth Token; never printed
 */
public record SlackApp(String apiUrl, String appId, String token) {
    private static final String SLACK = "https://slack.com/api";

    public SlackApp {
        apiUrl = apiUrl.replaceAll("/+$", "");
    }

    /** @param options of the bot: {@code app_id}, and optionally {@code api_url} */
    public static SlackApp of(ObjectNode options, String token) {
        return new SlackApp(
                options.path("api_url").asText(SLACK), options.path("app_id").asText(), token);
    }

    @Override
    public String toString() {
        return "SlackApp[" + apiUrl + "]";
    }
}
