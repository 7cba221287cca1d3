package dev.agenthost.im.slack.client;

import dev.agenthost.platform.egress.WebAddress;
import java.util.Locale;

/**
 * The hosts of the platform: those that may receive what belongs to it alone.
 *
 * @param apiUrl the address of the Web API
 */
record SlackHosts(String apiUrl) {
    private static final String SLACK = "slack.com";
    private static final String HOOKS = "hooks.slack.com";

    /** Returns true if an address may receive the token of a bot: {@code slack.com} and its hosts over TLS, or the place of the Web API. */
    boolean mayReceiveToken(String url) {
        return WebAddress.read(url) instanceof WebAddress.Callable address
                && (address.tls() && isOfSlack(host(address)) || isPlaceOfApi(address));
    }

    /** Returns true if an address may be a {@code response_url}: {@code hooks.slack.com} over TLS, or the place of the Web API. */
    boolean mayReceiveResponse(String url) {
        return WebAddress.read(url) instanceof WebAddress.Callable address
                && (address.tls() && host(address).equals(HOOKS) || isPlaceOfApi(address));
    }

    private static boolean isOfSlack(String host) {
        return host.equals(SLACK) || host.endsWith("." + SLACK);
    }

    private boolean isPlaceOfApi(WebAddress.Callable address) {
        return WebAddress.read(apiUrl) instanceof WebAddress.Callable api && api.isSameOrigin(address);
    }

    private static String host(WebAddress.Callable address) {
        return address.host().toLowerCase(Locale.ROOT);
    }
}
