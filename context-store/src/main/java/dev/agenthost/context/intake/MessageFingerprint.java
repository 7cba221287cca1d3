package dev.agenthost.context.intake;

import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.message.Message;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** Computes the fingerprint of a message: two messages of a run with equal role and content have equal fingerprints. */
final class MessageFingerprint {
    private static final int BYTES = 12;

    private MessageFingerprint() {}

    static String fingerprint(Message message) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(ProtocolCodec.encode(message.role()));
            if (message.content() != null) {
                sha.update(ProtocolCodec.encode(message.content()));
            }
            return HexFormat.of().formatHex(Arrays.copyOf(sha.digest(), BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
