package dev.agenthost.im.discord.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.platform.egress.WebAddress;
import java.util.Locale;
import java.util.Set;

/**
 * A bot as the API sees it.
 *
 * @param apiUrl the address of the API with its version
 * @param token of the bot; never printed
 */
public record DiscordApp(String apiUrl, String token) {
    /** Version 10 (https://docs.discord.com/developers/reference#api-versioning). */
    private static final String DISCORD = "https://discord.com/api/v10";

    private static final Set<String> API_HOSTS = Set.of("discord.com", "discordapp.com");
    private static final Set<String> GATEWAY_HOSTS = Set.of("discord.gg", "discord.com", "discordapp.com");

    public DiscordApp {
        apiUrl = apiUrl.replaceAll("/+$", "");
    }

    /** @param options of the bot: optionally {@code api_url} */
    public static DiscordApp of(ObjectNode options, String token) {
        return new DiscordApp(options.path("api_url").asText(DISCORD), token);
    }

    /**
     * Returns true if the gateway of this API may be at that address: for Discord's own API, a WebSocket with TLS at one of its hosts
     * (https://docs.discord.com/developers/events/gateway#connecting); for another API, any.
     */
    public boolean mayHaveGateway(String url) {
        return !isAt(apiUrl, API_HOSTS) || isAt(url.replaceFirst("^wss(?=://)", "https"), GATEWAY_HOSTS);
    }

    private static boolean isAt(String url, Set<String> domains) {
        return WebAddress.read(url) instanceof WebAddress.Callable address
                && address.tls()
                && domains.stream()
                        .anyMatch(domain -> ("." + address.host().toLowerCase(Locale.ROOT)).endsWith("." + domain));
    }

    @Override
    public String toString() {
        return "DiscordApp[" + apiUrl + "]";
    }
}
