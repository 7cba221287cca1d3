package dev.agenthost.im.wecom.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.wecom.xml.WeComXml;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A callback of the platform before it is trusted (https://developer.work.weixin.qq.com/document/path/90930). */
public sealed interface WeComRequest {

    /**
     * A signed callback.
     *
     * @param payload the members of its decrypted document; a text for anything else
     * @param seal of the answer
     */
    record Signed(JsonNode payload, WeComSeal seal) implements WeComRequest {}

    /** The callback is not signed with one of the Tokens, too old, not encrypted with one of the keys, or for another company. */
    record Unauthentic() implements WeComRequest {}

    /** Checks and decrypts a callback. Of its body, only the outer document is parsed before its signature is right. */
    static WeComRequest read(WeComSignature signature, byte[] body, WeComKeys keys, Instant now) {
        String encrypted = WeComXml.read(body)
                .map(outer -> outer.path("Encrypt").textValue())
                .orElse(null);
        return WeComPlaintext.open(signature, encrypted, keys, now)
                .<WeComRequest>map(opened -> new Signed(payload(opened.message()), opened.seal()))
                .orElseGet(Unauthentic::new);
    }

    /**
     * Returns the answer to the verification of an address: the decrypted text. Empty if the request is not authentic, and for a text with
     * other characters: a callback has the same signature as a verification, and the answer would show it.
     *
     * @param encrypted {@code echostr}; null for none
     */
    static Optional<String> verify(WeComSignature signature, @Nullable String encrypted, WeComKeys keys, Instant now) {
        return WeComPlaintext.open(signature, encrypted, keys, now)
                .map(opened -> new String(opened.message(), StandardCharsets.UTF_8))
                .filter(echo -> echo.matches("[A-Za-z0-9._~+/=-]{1,256}"));
    }

    private static JsonNode payload(byte[] message) {
        Optional<ObjectNode> members = WeComXml.read(message);
        return members.isPresent()
                ? members.get()
                : JsonNodeFactory.instance.textNode(new String(message, StandardCharsets.UTF_8));
    }
}
