package dev.agenthost.im.lark.connection;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the answer to the request for the address of a connection, and to its upgrade. The codes are those of the SDK (oapi-sdk 2.5.3). */
public final class EndpointAnswer {
    private static final int OK = 200;
    private static final int SYSTEM_BUSY = 1;
    private static final int FORBIDDEN = 403;
    private static final int AUTH_FAILED = 514;
    private static final int INTERNAL_ERROR = 1000040343;
    private static final int TOO_MANY_CONNECTIONS = 1000040350;
    private static final int LONGEST_WORDS = 200;

    private EndpointAnswer() {}

    /** Reads the answer of {@code /callback/ws/endpoint}. */
    public static AddressAnswer read(int status, byte[] body) {
        JsonNode answer;
        try {
            answer = ProtocolCodec.readTree(body);
        } catch (UndecodableException e) {
            return new AddressAnswer.Failed("status " + status);
        }
        JsonNode code = answer.path("code");
        if (!code.canConvertToInt()) {
            return new AddressAnswer.Failed("status " + status);
        }
        String words = code.intValue() + " " + words(answer.path("msg").asText());
        return switch (code.intValue()) {
            case 0 ->
                status == OK && answer.at("/data/URL").isTextual()
                        ? new AddressAnswer.Address(
                                answer.at("/data/URL").textValue(),
                                LarkConnectionConfig.read(
                                        answer.at("/data/ClientConfig"), LarkConnectionConfig.DEFAULT))
                        : new AddressAnswer.Failed("status " + status + ", no address");
            case SYSTEM_BUSY, INTERNAL_ERROR -> new AddressAnswer.Failed(words);
            default -> new AddressAnswer.Refused(words);
        };
    }

    /**
     * Reads the answer to an upgrade that was refused.
     *
     * @param headers by their names in lower case
     */
    public static AddressAnswer.Problem ofUpgrade(int status, Map<String, String> headers) {
        int code = number(headers.get("handshake-status"), status);
        String words = code + " " + words(headers.getOrDefault("handshake-msg", ""));
        if (code == AUTH_FAILED && number(headers.get("handshake-autherrcode"), 0) == TOO_MANY_CONNECTIONS) {
            return new AddressAnswer.Refused("the app has its 50 connections: " + words);
        }
        return code == FORBIDDEN ? new AddressAnswer.Refused(words) : new AddressAnswer.Failed(words);
    }

    private static int number(@Nullable String text, int otherwise) {
        return text != null && text.matches("\\d{1,9}|1\\d{9}") ? Integer.parseInt(text) : otherwise;
    }

    private static String words(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", " ");
        return plain.length() <= LONGEST_WORDS ? plain : plain.substring(0, LONGEST_WORDS);
    }
}
