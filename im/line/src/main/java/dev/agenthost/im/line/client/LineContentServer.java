package dev.agenthost.im.line.client;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The server that has the files of messages, and the token for it
 * (https://developers.line.biz/en/reference/messaging-api/#domain-name).
 *
 * @param dataUrl without a slash at its end
 * @param token the channel access token; never printed
 */
public record LineContentServer(String dataUrl, String token) {
    private static final String LINE = "https://api-data.line.me";

    public LineContentServer {
        dataUrl = dataUrl.replaceAll("/+$", "");
    }

    /** @param options of the bot: optionally {@code data_url} */
    public static LineContentServer of(ObjectNode options, String token) {
        return new LineContentServer(options.path("data_url").asText(LINE), token);
    }

    @Override
    public String toString() {
        return "LineContentServer[" + dataUrl + "]";
    }
}
