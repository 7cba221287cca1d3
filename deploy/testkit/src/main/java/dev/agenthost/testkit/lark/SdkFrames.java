package dev.agenthost.testkit.lark;

import com.lark.oapi.google.protobuf.ByteString;
import com.lark.oapi.ws.pb.Pbbp2.Frame;
import com.lark.oapi.ws.pb.Pbbp2.Header;

/** Frames of a long connection, built by the SDK's generated class. */
final class SdkFrames {
    static final int SERVICE = 7;
    private static final int DATA = 1;

    private SdkFrames() {}

    /** Returns a frame with a piece of an event. */
    static byte[] event(String messageId, int place, int sum, byte[] piece) {
        return Frame.newBuilder()
                .setSeqID(place)
                .setLogID(1)
                .setService(SERVICE)
                .setMethod(DATA)
                .addHeaders(header("type", "event"))
                .addHeaders(header("message_id", messageId))
                .addHeaders(header("sum", Integer.toString(sum)))
                .addHeaders(header("seq", Integer.toString(place)))
                .addHeaders(header("trace_id", "trace-1"))
                .setPayload(ByteString.copyFrom(piece))
                .build()
                .toByteArray();
    }

    /** Returns the answer to a ping. */
    static byte[] pong(Frame ping, String config) {
        return ping.toBuilder()
                .clearHeaders()
                .addHeaders(header("type", "pong"))
                .setPayload(ByteString.copyFromUtf8(config))
                .build()
                .toByteArray();
    }

    /** Returns the first header of that name; empty for none. */
    static String header(Frame frame, String key) {
        return frame.getHeadersList().stream()
                .filter(header -> header.getKey().equals(key))
                .map(Header::getValue)
                .findFirst()
                .orElse("");
    }

    private static Header header(String key, String value) {
        return Header.newBuilder().setKey(key).setValue(value).build();
    }
}
