package dev.agenthost.testkit.discord;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;

/** An interaction as the platform signs it, written from its description and not from the code under test. */
public record SignedInteraction(String timestamp, String signature, String body) {
    private static final String ALGORITHM = "Ed25519";

    /** A key of an application. */
    public static final class Key {
        private final KeyPair pair;

        /** Makes a new key. */
        public Key() {
            try {
                pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Returns the public key as the settings of the application show it: its 32 bytes, which end its encoding (RFC 8410). */
        public String publicKey() {
            byte[] encoded = pair.getPublic().getEncoded();
            return HexFormat.of().formatHex(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
        }

        /** Signs a body. */
        public SignedInteraction sign(String body, Instant sent) {
            return sign(body, Long.toString(sent.getEpochSecond()));
        }

        /** Signs a body with any text as its timestamp. */
        public SignedInteraction sign(String body, String timestamp) {
            try {
                Signature signer = Signature.getInstance(ALGORITHM);
                signer.initSign(pair.getPrivate());
                signer.update((timestamp + body).getBytes(StandardCharsets.UTF_8));
                return new SignedInteraction(timestamp, HexFormat.of().formatHex(signer.sign()), body);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
