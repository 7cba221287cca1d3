package dev.agenthost.im.lark.signing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;

/** A request of the platform before it is trusted. */
public sealed interface LarkRequest {

    /** Largest body with a challenge in bytes; that of the platform has a few hundred. */
    int LONGEST_CHALLENGE = 4096;

    /** A signed request: an event, or a callback of a card. */
    record Signed(JsonNode payload) implements LarkRequest {}

    /**
     * The platform verifies the address, and expects the challenge in the answer.
     *
     * @param challenge of letters, digits and few signs
     */
    record Challenge(String challenge) implements LarkRequest {}

    /** The request is not signed with one of the keys, too old, or not encrypted with that key. */
    record Unauthentic() implements LarkRequest {}

    /**
     * Checks and decrypts a request. Nothing of a body is parsed before its signature is right, except a short one of a request without
     * the headers of a signature: it can be a challenge only, which the platform does not sign
     * (https://open.larkoffice.com/document/ukTMukTMukTM/uYDNxYjL2QTM24iN0EjN/event-subscription-configure-/encrypt-key-encryption-configuration-case).
     *
     * <pre>
     *  headers   signature    body                       outcome
     *  present   wrong, old   any                        Unauthentic
     *  present   right        challenge                  Challenge
     *  present   right        another JSON               Signed
     *  none                   short challenge            Challenge
     *  otherwise                                         Unauthentic
     * </pre>
     *
     * @param keys the live Encrypt Keys of the bot
     */
    static LarkRequest read(LarkSignature signature, byte[] body, Collection<String> keys, Instant now) {
        if (signature.isAbsent()) {
            return unsigned(body, keys);
        }
        JsonNode payload = signature
                .keyOf(body, keys, now)
                .flatMap(key -> decrypted(body, key))
                .orElse(null);
        if (payload == null) {
            return new Unauthentic();
        }
        return isVerification(payload)
                ? challenge(payload).<LarkRequest>map(Challenge::new).orElseGet(Unauthentic::new)
                : new Signed(payload);
    }

    private static LarkRequest unsigned(byte[] body, Collection<String> keys) {
        if (body.length > LONGEST_CHALLENGE) {
            return new Unauthentic();
        }
        return keys.stream()
                .filter(key -> !key.isEmpty())
                .map(key -> decrypted(body, key).flatMap(LarkRequest::challenge))
                .flatMap(Optional::stream)
                .findFirst()
                .<LarkRequest>map(Challenge::new)
                .orElseGet(Unauthentic::new);
    }

    private static Optional<JsonNode> decrypted(byte[] body, String key) {
        try {
            String encrypted = ProtocolCodec.readTree(body).path("encrypt").textValue();
            byte[] plain = encrypted == null
                    ? null
                    : LarkCipher.decrypt(encrypted.strip(), key).orElse(null);
            return plain == null ? Optional.empty() : Optional.of(ProtocolCodec.readTree(plain));
        } catch (UndecodableException e) {
            return Optional.empty();
        }
    }

    private static boolean isVerification(JsonNode payload) {
        return "url_verification".equals(payload.path("type").textValue());
    }

    /**
     * Returns the challenge of a verification. One with other characters is none: encryption without a signature does not protect against
     * blocks of another request in the place of its own, and the answer would show them.
     */
    private static Optional<String> challenge(JsonNode payload) {
        String challenge = Objects.requireNonNullElse(payload.path("challenge").textValue(), "");
        return isVerification(payload) && challenge.matches("[A-Za-z0-9._~+/=-]{1,256}")
                ? Optional.of(challenge)
                : Optional.empty();
    }
}
