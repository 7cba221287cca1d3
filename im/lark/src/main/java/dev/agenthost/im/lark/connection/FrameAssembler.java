package dev.agenthost.im.lark.connection;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts the payloads of split frames together: {@code sum} frames of one {@code message_id}, of which {@code seq} is the place, from 0. What
 * the SDK does not limit is limited here, so that damaged frames take no memory: the platform sends an event without an answer again. Used
 * by one connection.
 */
public final class FrameAssembler {
    /** The limit of an event, the same as of a webhook. */
    public static final int LARGEST_EVENT = 1024 * 1024;

    private static final int MOST_PIECES = 256;
    private static final int MOST_MESSAGES = 32;
    private static final int MOST_BYTES = 4 * LARGEST_EVENT;
    private static final Duration LIFETIME = Duration.ofSeconds(30);

    private final Map<String, Incomplete> messages = new LinkedHashMap<>();
    private int bytes;

    /** The outcome of a frame. */
    public sealed interface Assembled {
        /** All pieces are there. */
        record Complete(byte[] payload) implements Assembled {}

        /** Other pieces are missing. */
        record Partial() implements Assembled {}

        /** The event cannot be read. */
        record Refused(String why) implements Assembled {}
    }

    private static final class Incomplete {
        private final byte[] @Nullable [] pieces;
        private final long since;
        private int missing;
        private int bytes;

        Incomplete(int sum, long since) {
            this.pieces = new byte[sum][];
            this.missing = sum;
            this.since = since;
        }

        byte[] payload() {
            ByteArrayOutputStream all = new ByteArrayOutputStream(bytes);
            for (byte[] piece : pieces) {
                if (piece != null) {
                    all.writeBytes(piece);
                }
            }
            return all.toByteArray();
        }
    }

    /** @param nanoTime a monotonic time */
    public Assembled add(LarkFrame frame, long nanoTime) {
        byte[] found = frame.payload();
        byte[] payload = found == null ? new byte[0] : found;
        int sum = number(frame, LarkFrame.SUM, 1);
        int place = number(frame, LarkFrame.SEQUENCE, 0);
        if (payload.length > LARGEST_EVENT) {
            return new Assembled.Refused("the event is over 1 MiB");
        }
        if (sum == 1 || sum == 0) {
            return new Assembled.Complete(payload);
        }
        Optional<String> id = frame.header(LarkFrame.MESSAGE_ID).filter(text -> !text.isEmpty());
        if (id.isEmpty() || sum < 0 || sum > MOST_PIECES || place < 0 || place >= sum) {
            return new Assembled.Refused("the headers of a split event are damaged");
        }
        expire(nanoTime);
        return add(id.get(), sum, place, payload, nanoTime);
    }

    private Assembled add(String id, int sum, int place, byte[] payload, long nanoTime) {
        Incomplete message = messages.computeIfAbsent(id, first -> new Incomplete(sum, nanoTime));
        if (message.pieces.length != sum) {
            remove(id);
            return new Assembled.Refused("the headers of a split event are damaged");
        }
        if (message.pieces[place] == null) {
            message.pieces[place] = payload;
            message.missing--;
            message.bytes += payload.length;
            bytes += payload.length;
        }
        if (message.bytes > LARGEST_EVENT) {
            remove(id);
            return new Assembled.Refused("the event is over 1 MiB");
        }
        if (message.missing > 0) {
            evict();
            return new Assembled.Partial();
        }
        remove(id);
        return new Assembled.Complete(message.payload());
    }

    private void expire(long nanoTime) {
        Iterator<Incomplete> all = messages.values().iterator();
        while (all.hasNext()) {
            Incomplete oldest = all.next();
            if (nanoTime - oldest.since < LIFETIME.toNanos()) {
                return;
            }
            all.remove();
            bytes -= oldest.bytes;
        }
    }

    private void evict() {
        while (messages.size() > MOST_MESSAGES || bytes > MOST_BYTES) {
            remove(messages.keySet().iterator().next());
        }
    }

    private void remove(String id) {
        Incomplete removed = messages.remove(id);
        if (removed != null) {
            bytes -= removed.bytes;
        }
    }

    /** Returns the number of a header; -1 if it is none. */
    private static int number(LarkFrame frame, String header, int otherwise) {
        return frame.header(header)
                .map(text -> text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1)
                .orElse(otherwise);
    }
}
