package dev.agenthost.im.lark.connection;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answer to the request for the address of a connection, or to its upgrade. The codes are those of the SDK (oapi-sdk 2.5.3). */
public sealed interface EndpointAnswer {
    /** Connect to this address. */
    record Address(String url, LarkConnectionConfig config) implements EndpointAnswer {
        /** Without the address, whose query admits a connection. */
        @Override
        public String toString() {
            return "Address[]";
        }
    }

    /** There is no address, or no connection to it. */
    sealed interface ConnectionProblem extends EndpointAnswer {
        /** Returns one line without secrets. */
        String why();
    }

    /** The platform refuses the app, for instance because of its secret; the same attempt is refused again. */
    record Refused(String why) implements ConnectionProblem {}

    /** No answer, or none that refuses: a later attempt may succeed. */
    record Failed(String why) implements ConnectionProblem {}

    int OK = 200;
    int SYSTEM_BUSY = 1;
    int FORBIDDEN = 403;
    int AUTH_FAILED = 514;
    int INTERNAL_ERROR = 1000040343;
    int TOO_MANY_CONNECTIONS = 1000040350;
    int LONGEST_WORDS = 200;

    /** Reads the answer of {@code /callback/ws/endpoint}. */
    static EndpointAnswer read(int status, byte[] body) {
        JsonNode answer;
        try {
            answer = ProtocolCodec.readTree(body);
        } catch (UndecodableException e) {
            return new Failed("status " + status);
        }
        JsonNode code = answer.path("code");
        if (!code.canConvertToInt()) {
            return new Failed("status " + status);
        }
        String words = code.intValue() + " " + words(answer.path("msg").asText());
        return switch (code.intValue()) {
            case 0 ->
                status == OK && answer.at("/data/URL").isTextual()
                        ? new Address(
                                answer.at("/data/URL").textValue(),
                                LarkConnectionConfig.DEFAULT.with(answer.at("/data/ClientConfig")))
                        : new Failed("status " + status + ", no address");
            case SYSTEM_BUSY, INTERNAL_ERROR -> new Failed(words);
            default -> new Refused(words);
        };
    }

    /**
     * Reads the answer to an upgrade that was refused.
     *
     * @param headers by their names in lower case
     */
    static ConnectionProblem ofUpgrade(int status, Map<String, String> headers) {
        int code = number(headers.get("handshake-status"), status);
        String words = code + " " + words(headers.getOrDefault("handshake-msg", ""));
        if (code == AUTH_FAILED && number(headers.get("handshake-autherrcode"), 0) == TOO_MANY_CONNECTIONS) {
            return new Refused("the app has its 50 connections: " + words);
        }
        return code == FORBIDDEN ? new Refused(words) : new Failed(words);
    }

    private static int number(@Nullable String text, int otherwise) {
        return text != null && text.matches("\\d{1,9}|1\\d{9}") ? Integer.parseInt(text) : otherwise;
    }

    private static String words(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", " ");
        return plain.length() <= LONGEST_WORDS ? plain : plain.substring(0, LONGEST_WORDS);
    }
}
