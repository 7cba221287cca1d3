package dev.agenthost.protocol.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs and verifies stream tokens: {@code base64url(json{w,r,p,e}).base64url(HMAC-SHA256)}. The first key signs, all
 * verify, so that keys can be changed without a gap.
 */
public final class StreamTokenCodec {
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final int LONGEST = 1024;
    private static final int SHORTEST_KEY = 16;

    private final List<SecretKeySpec> keys;

    /** @param keys at least one, each of at least 16 bytes */
    public StreamTokenCodec(List<byte[]> keys) {
        if (keys.isEmpty() || keys.stream().anyMatch(key -> key.length < SHORTEST_KEY)) {
            throw new IllegalArgumentException("stream tokens need a key of at least " + SHORTEST_KEY + " bytes");
        }
        this.keys =
                keys.stream().map(key -> new SecretKeySpec(key, "HmacSHA256")).toList();
    }

    public String sign(StreamToken token) {
        ObjectNode claims = ProtocolCodec.mapper().createObjectNode();
        claims.put("w", token.workspaceId());
        claims.put("r", token.runId().toString());
        claims.put("p", token.partition());
        claims.put("e", token.expiresAt().getEpochSecond());
        if (token.fingerprint() != null) {
            claims.put("f", token.fingerprint());
        }
        String body = ENCODER.encodeToString(ProtocolCodec.encode(claims));
        return body + "." + ENCODER.encodeToString(mac(keys.getFirst(), body));
    }

    /** @param now the moment to judge the expiry by; a token is good before its second, not in it */
    public StreamTokenVerification verify(String text, Instant now) {
        int dot = text.indexOf('.');
        if (dot < 0 || text.length() > LONGEST) {
            return new StreamTokenVerification.Forged();
        }
        try {
            String body = text.substring(0, dot);
            byte[] signature = Base64.getUrlDecoder().decode(text.substring(dot + 1));
            if (!isOurs(body, signature)) {
                return new StreamTokenVerification.Forged();
            }
            StreamToken token = read(Base64.getUrlDecoder().decode(body));
            return now.isBefore(token.expiresAt())
                    ? new StreamTokenVerification.Valid(token)
                    : new StreamTokenVerification.Expired();
        } catch (IllegalArgumentException | UndecodableException e) {
            return new StreamTokenVerification.Forged();
        }
    }

    private boolean isOurs(String body, byte[] signature) {
        boolean ours = false;
        for (SecretKeySpec key : keys) {
            // Every key is tried, in constant time each: the time taken tells nothing.
            ours |= MessageDigest.isEqual(mac(key, body), signature);
        }
        return ours;
    }

    private static StreamToken read(byte[] claims) throws UndecodableException {
        JsonNode tree = ProtocolCodec.readTree(claims);
        return new StreamToken(
                tree.path("w").asText(),
                RunId.parse(tree.path("r").asText()),
                tree.path("p").asInt(-1),
                Instant.ofEpochSecond(tree.path("e").asLong()),
                tree.path("f").textValue());
    }

    private static byte[] mac(SecretKeySpec key, String body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal(body.getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
