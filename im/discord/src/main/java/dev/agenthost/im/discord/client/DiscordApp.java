package dev.agenthost.im.discord.client;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A bot as the API sees it.
 *
 * @param apiUrl the address of the API with its version
 * @param token of the bot; never printed
 */
public record DiscordApp(String apiUrl, String token) {
    /** Version 10 (https://docs.discord.com/developers/reference#api-versioning). */
    private static final String DISCORD = "https://discord.com/api/v10";

    public DiscordApp {
        apiUrl = apiUrl.replaceAll("/+$", "");
    }

    /** @param options of the bot: optionally {@code api_url} */
    public static DiscordApp of(ObjectNode options, String token) {
        return new DiscordApp(options.path("api_url").asText(DISCORD), token);
    }

    @Override
    public String toString() {
        return "DiscordApp[" + apiUrl + "]";
    }
}
