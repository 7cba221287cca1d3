package dev.agenthost.im.line.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;

/** A webhook of the platform before it is trusted (https://developers.line.biz/en/docs/messaging-api/verify-webhook-signature/). */
public sealed interface LineRequest {

    /**
     * A request with a right signature.
     *
     * @param payload its body; a text if the body is no JSON
     */
    record Signed(JsonNode payload) implements LineRequest {}

    /** The request is not signed with one of the secrets. */
    record Unauthentic() implements LineRequest {}

    /**
     * Checks a request. Nothing of a body is parsed before its signature is right.
     *
     * @param secrets the live channel secrets of the bot
     */
    static LineRequest read(LineSignature signature, byte[] body, Collection<String> secrets) {
        return signature.proves(body, secrets) ? new Signed(payload(body)) : new Unauthentic();
    }

    private static JsonNode payload(byte[] body) {
        try {
            return ProtocolCodec.readTree(body);
        } catch (UndecodableException noJson) {
            return JsonNodeFactory.instance.textNode(new String(body, StandardCharsets.UTF_8));
        }
    }
}
