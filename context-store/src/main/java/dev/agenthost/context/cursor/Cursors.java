package dev.agenthost.context.cursor;

import dev.agenthost.context.conversation.ConversationRef;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Opaque cursors: {@code base64url(version, place, HMAC-SHA256 of these and the conversation)}. The conversation is not in the
 * cursor, it is what the signature is bound to. Replicas share the keys; the first signs, all verify, so a new key goes in
 * front and the old one leaves when its cursors are no longer asked for.
 */
public final class Cursors {
    private static final String ALGORITHM = "HmacSHA256";
    private static final byte VERSION = 1;
    private static final int PAYLOAD = 9;
    // 27 bytes in all: a multiple of three, so that base64 has no spare bits that anyone could flip unseen.
    private static final int SIGNATURE = 18;
    private static final int SHORTEST_KEY = 16;

    private final List<SecretKeySpec> keys;

    /** @param keys at least one, each of at least 16 bytes */
    public Cursors(List<byte[]> keys) {
        if (keys.isEmpty() || keys.stream().anyMatch(key -> key.length < SHORTEST_KEY)) {
            throw new IllegalArgumentException("cursors need keys of at least " + SHORTEST_KEY + " bytes");
        }
        this.keys = keys.stream().map(key -> new SecretKeySpec(key, ALGORITHM)).toList();
    }

    /** Cursors of another kind of places, which are foreign to these as these are to them. */
    public Cursors series(String name) {
        return new Cursors(keys.stream()
                .map(key -> mac(key).doFinal(name.getBytes(StandardCharsets.UTF_8)))
                .toList());
    }

    public String sign(ConversationRef conversation, Place place) {
        byte[] payload = ByteBuffer.allocate(PAYLOAD)
                .put(VERSION)
                .putLong(place.halfSteps())
                .array();
        ByteBuffer cursor = ByteBuffer.allocate(PAYLOAD + SIGNATURE)
                .put(payload)
                .put(signature(keys.getFirst(), conversation, payload));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(cursor.array());
    }

    public CursorReading read(ConversationRef conversation, String cursor) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(cursor);
        } catch (IllegalArgumentException notBase64) {
            return new CursorReading.Foreign();
        }
        if (bytes.length != PAYLOAD + SIGNATURE || bytes[0] != VERSION) {
            return new CursorReading.Foreign();
        }
        byte[] payload = Arrays.copyOf(bytes, PAYLOAD);
        byte[] given = Arrays.copyOfRange(bytes, PAYLOAD, bytes.length);
        for (SecretKeySpec key : keys) {
            if (MessageDigest.isEqual(given, signature(key, conversation, payload))) {
                return new CursorReading.Valid(
                        new Place(ByteBuffer.wrap(payload).getLong(1)));
            }
        }
        return new CursorReading.Foreign();
    }

    private static byte[] signature(SecretKeySpec key, ConversationRef conversation, byte[] payload) {
        Mac mac = mac(key);
        mac.update(payload);
        bind(mac, conversation.workspaceId());
        bind(mac, conversation.botId());
        bind(mac, conversation.conversationId());
        bind(mac, conversation.threadId());
        return Arrays.copyOf(mac.doFinal(), SIGNATURE);
    }

    private static Mac mac(SecretKeySpec key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    // With its length, so that parts never run together.
    private static void bind(Mac mac, String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        mac.update(bytes);
    }
}
