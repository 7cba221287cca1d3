package dev.agenthost.sdk.harness;

import dev.agenthost.protocol.error.Fields;
import java.net.URI;

/**
 * The address of the tools of one run, valid until the run ends.
 *
 * @param token authorizes calls; 256 random bits
 */
public record McpEndpoint(URI url, String token) {
    public McpEndpoint {
        Fields.required(url, "url");
        Fields.text(token, "token");
    }

    public String authorization() {
        return "Bearer " + token;
    }

    /** Omits the token. */
    @Override
    public String toString() {
        return "McpEndpoint[" + url + "]";
    }
}
