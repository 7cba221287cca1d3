package dev.agenthost.im.lark.connection;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A frame of the long connection, a message of Protocol Buffers in a binary message of the WebSocket. No page describes it; it is that of the
 * SDK (oapi-sdk 2.5.3, {@code pbbp2.Frame}).
 *
 * @param sequenceId {@code SeqID}, an unsigned number
 * @param logId {@code LogID}
 * @param service the number in {@code service_id} of the address
 * @param method {@link #CONTROL} or {@link #DATA}
 * @param headers in their order; a name may occur twice
 * @param payload null if the frame has none
 * @param newLogId {@code LogIDNew}
 */
public record LarkFrame(
        long sequenceId,
        long logId,
        int service,
        int method,
        List<Header> headers,
        @Nullable String payloadEncoding,
        @Nullable String payloadType,
        byte @Nullable [] payload,
        @Nullable String newLogId) {
    /** The method of pings and pongs. */
    public static final int CONTROL = 0;

    /** The method of events and callbacks. */
    public static final int DATA = 1;

    /** The header with the kind of a frame: {@code event}, {@code card}, {@code ping} or {@code pong}. */
    public static final String TYPE = "type";

    static final String MESSAGE_ID = "message_id";
    static final String SUM = "sum";
    static final String SEQUENCE = "seq";

    /** The header of an answer with the milliseconds that the event took. */
    private static final String DURATION = "biz_rt";

    /** A header of a frame. */
    public record Header(String key, String value) {}

    public LarkFrame {
        headers = List.copyOf(headers);
    }

    /** Returns the frame that the app sends at each interval, and that the platform answers with a pong. */
    public static LarkFrame ping(int service) {
        return new LarkFrame(0, 0, service, CONTROL, List.of(new Header(TYPE, "ping")), null, null, null, null);
    }

    /** Returns the first header of that name. */
    public Optional<String> header(String name) {
        return headers.stream()
                .filter(header -> header.key().equals(name))
                .map(Header::value)
                .findFirst();
    }

    /** Returns true for a control frame or a data frame of that type. */
    public boolean is(int ofMethod, String type) {
        return method == ofMethod && header(TYPE).filter(type::equals).isPresent();
    }

    /** Returns true for an event or a callback. Callbacks come as events, too; the SDK knows the type {@code card} and does not answer it. */
    public boolean isEvent() {
        return is(DATA, "event") || is(DATA, "card");
    }

    /**
     * Returns the answer to this frame: the same frame with another payload.
     *
     * @param millis time that the event took
     */
    public LarkFrame answer(EventAnswer answer, long millis) {
        List<Header> all = new ArrayList<>(headers);
        all.add(new Header(DURATION, Long.toString(millis)));
        return new LarkFrame(
                sequenceId, logId, service, method, all, payloadEncoding, payloadType, answer.payload(), newLogId);
    }

    /** Without the payload, which has texts of persons. */
    @Override
    public String toString() {
        int bytes = payload == null ? 0 : payload.length;
        return "LarkFrame[" + method + " " + header(TYPE).orElse("") + " "
                + header(MESSAGE_ID).orElse("") + " " + bytes + " bytes]";
    }
}
