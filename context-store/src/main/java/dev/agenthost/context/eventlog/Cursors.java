package dev.agenthost.context.eventlog;

import dev.agenthost.protocol.id.EventId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Opaque cursors: {@code base64url(version, place, HMAC-SHA256 of these and the conversation)}; a position in the view of an event has
 * that event's id behind its number. The signature covers the conversation, which is not in the cursor. Replicas share the keys; the
 * first signs, all verify, so a new key is prepended and the old one removed once its cursors are no longer used.
 */
public final class Cursors {
    private static final String ALGORITHM = "HmacSHA256";

    /** A cursor has 27 or 45 bytes: a multiple of three, so that base64 has no spare bits that could be changed unnoticed. */
    private enum Form {
        NUMBER(1, 9, 18),
        IN_A_VIEW(2, 25, 20);

        private final byte version;
        private final int payload;
        private final int signature;

        Form(int version, int payload, int signature) {
            this.version = (byte) version;
            this.payload = payload;
            this.signature = signature;
        }
    }

    private static final int SHORTEST_KEY = 16;

    private final List<SecretKeySpec> keys;

    /** @param keys at least one, each of at least 16 bytes */
    public Cursors(List<byte[]> keys) {
        if (keys.isEmpty() || keys.stream().anyMatch(key -> key.length < SHORTEST_KEY)) {
            throw new IllegalArgumentException("cursors need keys of at least " + SHORTEST_KEY + " bytes");
        }
        this.keys = keys.stream().map(key -> new SecretKeySpec(key, ALGORITHM)).toList();
    }

    /** Creates cursors of another kind of positions; each kind is invalid for the other. */
    public Cursors series(String name) {
        return new Cursors(keys.stream()
                .map(key -> mac(key).doFinal(name.getBytes(StandardCharsets.UTF_8)))
                .toList());
    }

    public String sign(ConversationRef conversation, TranscriptPosition position) {
        EventId input = position.input();
        Form form = input == null ? Form.NUMBER : Form.IN_A_VIEW;
        ByteBuffer payload = ByteBuffer.allocate(form.payload).put(form.version).putLong(position.halfSteps());
        if (input != null) {
            payload.putLong(input.value().getMostSignificantBits())
                    .putLong(input.value().getLeastSignificantBits());
        }
        ByteBuffer cursor = ByteBuffer.allocate(form.payload + form.signature)
                .put(payload.array())
                .put(signature(keys.getFirst(), conversation, payload.array(), form));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(cursor.array());
    }

    public CursorValidation read(ConversationRef conversation, String cursor) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(cursor);
        } catch (IllegalArgumentException notBase64) {
            return new CursorValidation.Invalid();
        }
        for (Form form : Form.values()) {
            if (bytes.length == form.payload + form.signature && bytes[0] == form.version) {
                return read(conversation, bytes, form);
            }
        }
        return new CursorValidation.Invalid();
    }

    private CursorValidation read(ConversationRef conversation, byte[] cursor, Form form) {
        byte[] payload = Arrays.copyOf(cursor, form.payload);
        byte[] given = Arrays.copyOfRange(cursor, form.payload, cursor.length);
        for (SecretKeySpec key : keys) {
            if (MessageDigest.isEqual(given, signature(key, conversation, payload, form))) {
                return new CursorValidation.Valid(position(ByteBuffer.wrap(payload, 1, form.payload - 1)));
            }
        }
        return new CursorValidation.Invalid();
    }

    private static TranscriptPosition position(ByteBuffer payload) {
        long halfSteps = payload.getLong();
        return payload.hasRemaining()
                ? new TranscriptPosition(halfSteps, new EventId(new UUID(payload.getLong(), payload.getLong())))
                : new TranscriptPosition(halfSteps);
    }

    private static byte[] signature(SecretKeySpec key, ConversationRef conversation, byte[] payload, Form form) {
        Mac mac = mac(key);
        mac.update(payload);
        bind(mac, conversation.workspaceId());
        bind(mac, conversation.botId());
        bind(mac, conversation.conversationId());
        bind(mac, conversation.threadId());
        return Arrays.copyOf(mac.doFinal(), form.signature);
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

    // Adds the length, so that parts are unambiguous.
    private static void bind(Mac mac, String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        mac.update(bytes);
    }
}
