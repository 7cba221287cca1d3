package dev.agenthost.im.discord.signing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Instant;
import java.util.Collection;

/** A request to the address for interactions before it is trusted. */
public sealed interface DiscordRequest {
    /** The body that answers a {@link Ping} ({@code application/json}). */
    String PONG = "{\"type\":1}";

    /** The type of a ping. */
    int PING = 1;

    /** A signed interaction. */
    record Signed(JsonNode interaction) implements DiscordRequest {}

    /** The platform verifies the address, and expects {@link #PONG}. */
    record Ping() implements DiscordRequest {}

    /** The request is not signed with one of the keys, or too old. It is answered with 401. */
    record Unauthentic() implements DiscordRequest {}

    /**
     * A signed request that is no object of JSON.
     *
     * @param why a sentence without content of the request
     */
    record Malformed(String why) implements DiscordRequest {}

    /**
     * Checks a request. Nothing of a body is parsed before its signature is verified; that of a ping is signed, too
     * (https://docs.discord.com/developers/interactions/overview#setting-up-an-endpoint).
     *
     * @param publicKeys of the application
     */
    static DiscordRequest read(DiscordSignature signature, byte[] body, Collection<String> publicKeys, Instant now) {
        if (!signature.proves(body, publicKeys, now)) {
            return new Unauthentic();
        }
        try {
            JsonNode interaction = ProtocolCodec.readTree(body);
            if (!interaction.isObject()) {
                return new Malformed("The body is no object.");
            }
            JsonNode type = interaction.path("type");
            return type.isInt() && type.intValue() == PING ? new Ping() : new Signed(interaction);
        } catch (UndecodableException e) {
            return new Malformed("The body is no JSON.");
        }
    }
}
