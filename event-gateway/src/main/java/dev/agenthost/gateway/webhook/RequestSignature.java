package dev.agenthost.gateway.webhook;

import dev.agenthost.protocol.security.WebhookSignature;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Verifies the signature of a request. The time does not depend on where signatures differ, nor on which of the secrets matches. */
public final class RequestSignature {
    /** A timestamp that differs by more is refused. */
    public static final Duration TOLERANCE = Duration.ofSeconds(300);

    /** Header of the id of a delivery; it is signed. */
    public static final String STANDARD_ID = "webhook-id";

    private static final String STANDARD_TIMESTAMP = "webhook-timestamp";
    private static final String STANDARD_SIGNATURE = "webhook-signature";
    private static final String STANDARD_PREFIX = "v1,";
    private static final String STANDARD_SECRET = "whsec_";
    private static final String GITHUB_SIGNATURE = "X-Hub-Signature-256";
    private static final String ALGORITHM = "HmacSHA256";

    private RequestSignature() {}

    /**
     * Returns true if one of the secrets made the signature of the request, now or within the tolerance.
     *
     * @param headers returns the value of a header; null if the request has none
     */
    public static boolean matches(
            SignatureForm form,
            UnaryOperator<@Nullable String> headers,
            byte[] body,
            Collection<String> live,
            Instant now) {
        return switch (form) {
            case AGENTHOST -> {
                String timestamp = headers.apply(WebhookSignature.TIMESTAMP_HEADER);
                yield isFresh(timestamp, now)
                        && matches(
                                presented(headers, WebhookSignature.SIGNATURE_HEADER),
                                live,
                                secret -> WebhookSignature.of(utf8(secret), String.valueOf(timestamp), body)
                                        .value());
            }
            case GITHUB ->
                matches(
                        presented(headers, GITHUB_SIGNATURE),
                        live,
                        secret -> "sha256=" + HexFormat.of().formatHex(hmac(utf8(secret), body)));
            case STANDARD -> {
                String id = headers.apply(STANDARD_ID);
                String timestamp = headers.apply(STANDARD_TIMESTAMP);
                yield id != null
                        && isFresh(timestamp, now)
                        && matches(signatures(headers), live, secret -> Base64.getEncoder()
                                .encodeToString(hmac(standardKey(secret), signed(id, timestamp, body))));
            }
        };
    }

    private static boolean isFresh(@Nullable String timestamp, Instant now) {
        if (timestamp == null || !timestamp.matches("\\d{1,11}")) {
            return false;
        }
        Instant at = Instant.ofEpochSecond(Long.parseLong(timestamp));
        return Duration.between(at, now).abs().compareTo(TOLERANCE) <= 0;
    }

    private static List<String> presented(UnaryOperator<@Nullable String> headers, String name) {
        String value = headers.apply(name);
        return value == null ? List.of() : List.of(value);
    }

    /** A request may have several signatures, one for each secret of its sender. */
    private static List<String> signatures(UnaryOperator<@Nullable String> headers) {
        String value = headers.apply(STANDARD_SIGNATURE);
        return value == null
                ? List.of()
                : List.of(value.split(" ")).stream()
                        .filter(each -> each.startsWith(STANDARD_PREFIX))
                        .map(each -> each.substring(STANDARD_PREFIX.length()))
                        .toList();
    }

    private static boolean matches(
            List<String> presented, Collection<String> live, Function<String, String> signature) {
        boolean matches = false;
        for (String secret : live) {
            if (!secret.isEmpty()) {
                byte[] expected = utf8(signature.apply(secret));
                for (String each : presented) {
                    matches |= MessageDigest.isEqual(utf8(each), expected);
                }
            }
        }
        return matches;
    }

    private static byte[] signed(String id, @Nullable String timestamp, byte[] body) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes(utf8(id + "." + timestamp + "."));
        content.writeBytes(body);
        return content.toByteArray();
    }

    /** A secret with the prefix of the standard is Base64; any other one is taken as it is. */
    private static byte[] standardKey(String secret) {
        if (!secret.startsWith(STANDARD_SECRET)) {
            return utf8(secret);
        }
        try {
            return Base64.getDecoder().decode(secret.substring(STANDARD_SECRET.length()));
        } catch (IllegalArgumentException notBase64) {
            return utf8(secret);
        }
    }

    private static byte[] hmac(byte[] key, byte[] content) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
