package dev.agenthost.im.dingtalk.connection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.chat.connection.ConnectionTimes;
import dev.agenthost.im.chat.payload.PlatformObject;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;

/**
 * Reads the answer to the request for an address, and to its upgrade
 * (https://open.dingtalk.com/document/direction/stream-mode-protocol-access-description). Codes of errors are assumed.
 */
public final class DingTalkEndpointAnswer {
    /**
     * The platform sends no times. A message that a person writes while the app has no connection does not come again, so the next connection
     * is opened soon.
     */
    public static final ConnectionTimes TIMES =
            new ConnectionTimes(Duration.ofSeconds(60), Duration.ofSeconds(1), Duration.ofSeconds(10));

    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    private static final int OK = 200;
    private static final int CLIENT_ERROR = 400;
    private static final int TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;
    private static final int LONGEST_WORDS = 200;

    private DingTalkEndpointAnswer() {}

    /** Reads the answer of {@code /v1.0/gateway/connections/open}. */
    public static AddressAnswer read(int status, byte[] body) {
        PlatformObject answer = PlatformObject.of(json(body));
        String endpoint = answer == null ? null : answer.text("endpoint");
        String ticket = answer == null ? null : answer.text("ticket");
        if (status == OK && endpoint != null && ticket != null) {
            return new AddressAnswer.Address(endpoint + "?ticket=" + encoded(ticket), TIMES);
        }
        String code = answer == null ? "" : Objects.requireNonNullElse(answer.text("code"), "");
        String message = answer == null ? "" : Objects.requireNonNullElse(answer.text("message"), "");
        String words = words("status " + status + " " + code + " " + message);
        return isRefusal(status, code) ? new AddressAnswer.Refused(words) : new AddressAnswer.Failed(words);
    }

    /** Reads the answer to an upgrade that was refused: a ticket admits one connection within 90 s, and the next attempt has another one. */
    public static AddressAnswer.Problem ofUpgrade(int status) {
        return new AddressAnswer.Failed("status " + status);
    }

    private static boolean isRefusal(int status, String code) {
        String lower = code.toLowerCase(Locale.ROOT);
        boolean isLimit = status == TOO_MANY_REQUESTS || lower.contains("throttling") || lower.contains("qpslimit");
        return status >= CLIENT_ERROR && status < SERVER_ERROR && status != TIMEOUT && !isLimit;
    }

    /** Returns the text as the value of a query (RFC 3986, 2.1). */
    private static String encoded(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            if (octet > 0 && UNRESERVED.indexOf(octet) >= 0) {
                encoded.append((char) octet);
            } else {
                encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(octet));
            }
        }
        return encoded.toString();
    }

    private static JsonNode json(byte[] body) {
        try {
            return ProtocolCodec.readTree(body);
        } catch (UndecodableException e) {
            return JsonNodeFactory.instance.missingNode();
        }
    }

    private static String words(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", " ").strip();
        return plain.length() <= LONGEST_WORDS ? plain : plain.substring(0, LONGEST_WORDS);
    }
}
