package dev.agenthost.delivery.stream;

import dev.agenthost.delivery.run.ResultTypes;
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
final class FrameWriter {

    private FrameWriter() {}

    static List<LiveFrame> frames(RunResults results) {
        List<LiveFrame> frames = new ArrayList<>(results.results().size());
        for (ResultFrame result : results.results()) {
            Long sequence = result.sequence();
            if (sequence != null) {
                StreamPosition position = new StreamPosition(results.attempt(), sequence);
                frames.add(frame(position, result));
            }
        }
        return frames;
    }

    private static LiveFrame frame(StreamPosition position, ResultFrame result) {
        PublicView view = PublicView.of(result);
        byte[] plain = write(position, view.plain());
        byte[] inside = view.hidesSomething() ? write(position, view.inside()) : plain;
        return new LiveFrame(position, ResultTypes.isTerminal(result.type()), plain, inside);
    }

    private static byte[] write(StreamPosition position, ResultFrame result) {
        byte[] data = ProtocolCodec.encode(result);
        String head = "id: " + position + "\nevent: " + oneLine(result.type()) + "\ndata: ";
        ByteArrayOutputStream out = new ByteArrayOutputStream(head.length() + data.length + 2);
        out.writeBytes(head.getBytes(StandardCharsets.UTF_8));
        out.writeBytes(data);
        out.writeBytes(new byte[] {'\n', '\n'});
        return out.toByteArray();
    }

    /** Only a type that we do not know could hold a line break. */
    private static String oneLine(@Nullable String type) {
        return type == null ? "" : type.replaceAll("[\\r\\n]", "");
    }
}
