package dev.agenthost.im.dingtalk.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;

/** A request of the platform before it is trusted. */
public sealed interface DingTalkRequest {

    /**
     * A request with a right signature.
     *
     * @param payload its body; a text if the body is no JSON
     */
    record Signed(JsonNode payload) implements DingTalkRequest {}

    /** The request is not signed with one of the secrets, or too old. */
    record Unauthentic() implements DingTalkRequest {}

    /**
     * Checks a request. Nothing of a body is parsed before its signature is right.
     *
     * @param secrets the live Client Secrets of the bot
     */
    static DingTalkRequest read(DingTalkSignature signature, byte[] body, Collection<String> secrets, Instant now) {
        return signature.proves(secrets, now) ? new Signed(payload(body)) : new Unauthentic();
    }

    private static JsonNode payload(byte[] body) {
        try {
            return ProtocolCodec.readTree(body);
        } catch (UndecodableException noJson) {
            return JsonNodeFactory.instance.textNode(new String(body, StandardCharsets.UTF_8));
        }
    }
}
