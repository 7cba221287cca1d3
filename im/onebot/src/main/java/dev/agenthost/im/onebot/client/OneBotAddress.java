package dev.agenthost.im.onebot.client;

/**
 * The API of one bot.
 *
 * @param url without a slash at its end
 * @param token the access token; never printed
 */
public record OneBotAddress(String url, String token) {
    @Override
    public String toString() {
        return "OneBotAddress[" + url + "]";
    }
}
