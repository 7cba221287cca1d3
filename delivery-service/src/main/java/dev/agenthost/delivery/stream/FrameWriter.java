package dev.agenthost.delivery.stream;

import dev.agenthost.delivery.run.ResultTypes;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.id.StreamPosition;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.result.ResultFrame;
import dev.agenthost.protocol.result.RunResults;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes results as server-sent events. The bytes follow from the record and the reader's right alone, so that every reader with that
 * right sees the same ones, whenever it reads.
 */
public final class FrameWriter {

    public static final String CONFLICT = "event.conflict";
    public static final String CONFLICT_TEXT =
            "Another event was accepted under this event_id, so this one is not run. Send it with another event_id.";

    private record Conflict(String type, Reason data) {
        private record Reason(String code, String message) {}
    }

    private FrameWriter() {}

    static List<SseFrame> frames(RunResults results) {
        List<SseFrame> frames = new ArrayList<>(results.results().size());
        for (ResultFrame result : results.results()) {
            Long sequence = result.sequence();
            if (sequence != null) {
                StreamPosition position = new StreamPosition(results.attempt(), sequence);
                frames.add(frame(position, result));
            }
        }
        return frames;
    }

    private static SseFrame frame(StreamPosition position, ResultFrame result) {
        PublicView view = PublicView.of(result);
        byte[] plain = write(position, view.plain());
        byte[] internal = view.isRestricted() ? write(position, view.internal()) : plain;
        return new SseFrame(position, ResultTypes.isTerminal(result.type()), plain, internal);
    }

    /** The only frame of a stream whose holder sent another event than the one that its run answers. It is no result and has no position. */
    public static byte[] conflict() {
        byte[] data = ProtocolCodec.encode(
                new Conflict(CONFLICT, new Conflict.Reason(FailureCode.CONFLICT.wire(), CONFLICT_TEXT)));
        return event(CONFLICT, CONFLICT, data);
    }

    private static byte[] write(StreamPosition position, ResultFrame result) {
        return event(position.toString(), oneLine(result.type()), ProtocolCodec.encode(result));
    }

    private static byte[] event(String id, String type, byte[] data) {
        String head = "id: " + id + "\nevent: " + type + "\ndata: ";
        ByteArrayOutputStream out = new ByteArrayOutputStream(head.length() + data.length + 2);
        out.writeBytes(head.getBytes(StandardCharsets.UTF_8));
        out.writeBytes(data);
        out.writeBytes(new byte[] {'\n', '\n'});
        return out.toByteArray();
    }

    /** Removes line breaks, which only an unknown type could contain. */
    private static String oneLine(@Nullable String type) {
        return type == null ? "" : type.replaceAll("[\\r\\n]", "");
    }
}
