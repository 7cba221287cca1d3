package dev.agenthost.im.lark.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.lark.connection.FrameAssembler.Assembled;
import dev.agenthost.im.lark.connection.LarkFrame.Header;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class FrameAssemblerTest {
    private final FrameAssembler frames = new FrameAssembler();

    /** Pieces arrive in any order, some twice. */
    @Property
    void aSplitEventIsWhole(
            @ForAll @Size(max = 200) byte[] event, @ForAll @IntRange(min = 2, max = 20) int sum, @ForAll long seed) {
        List<LarkFrame> pieces = split("om", event, sum);
        Random random = new Random(seed);
        List<LarkFrame> sent = new ArrayList<>(pieces.subList(1, sum));
        sent.addAll(pieces.subList(1, sum));
        Collections.shuffle(sent, random);

        FrameAssembler assembler = new FrameAssembler();
        assertThat(sent).allSatisfy(piece -> assertThat(assembler.add(piece, 0)).isEqualTo(new Assembled.Partial()));
        assertThat(payload(assembler.add(pieces.getFirst(), 0))).isEqualTo(event);
    }

    @Example
    void anEventThatIsNotSplitIsWhole() {
        assertThat(payload(frames.add(frame("om", "1", "0", "{}".getBytes()), 0)))
                .isEqualTo("{}".getBytes());
        assertThat(payload(frames.add(LarkFrame.ping(1), 0))).isEmpty();
    }

    @Example
    void piecesOfSeveralEventsAreKeptApart() {
        List<LarkFrame> one = split("one", "first".getBytes(), 2);
        List<LarkFrame> two = split("two", "second".getBytes(), 2);

        frames.add(one.getFirst(), 0);
        frames.add(two.getFirst(), 0);

        assertThat(payload(frames.add(two.getLast(), 0))).isEqualTo("second".getBytes());
        assertThat(payload(frames.add(one.getLast(), 0))).isEqualTo("first".getBytes());
    }

    @Example
    void damagedHeadersAreRefused() {
        for (String[] headers : new String[][] {
            {"om", "2", "2"}, {"om", "2", "-1"}, {"om", "-2", "0"}, {"om", "x", "0"}, {"om", "257", "0"}, {"", "2", "0"}
        }) {
            assertThat(frames.add(frame(headers[0], headers[1], headers[2], new byte[1]), 0))
                    .as(Arrays.toString(headers))
                    .isInstanceOf(Assembled.Refused.class);
        }
        frames.add(frame("om", "2", "0", new byte[1]), 0);
        assertThat(frames.add(frame("om", "3", "1", new byte[1]), 0)).isInstanceOf(Assembled.Refused.class);
    }

    @Example
    void anEventOverTheLimitIsRefused() {
        byte[] half = new byte[FrameAssembler.LARGEST_EVENT / 2 + 1];
        assertThat(frames.add(frame("om", "1", "0", new byte[FrameAssembler.LARGEST_EVENT + 1]), 0))
                .isInstanceOf(Assembled.Refused.class);
        assertThat(frames.add(frame("om", "3", "0", half), 0)).isInstanceOf(Assembled.Partial.class);
        assertThat(frames.add(frame("om", "3", "1", half), 0)).isInstanceOf(Assembled.Refused.class);
    }

    /** The platform sends an event again of which a piece was lost, under its id. */
    @Example
    void anIncompleteEventIsForgotten() {
        List<LarkFrame> old = split("om", "old".getBytes(), 2);
        List<LarkFrame> again = split("om", "new".getBytes(), 2);
        frames.add(old.getFirst(), 0);

        long later = Duration.ofSeconds(31).toNanos();
        assertThat(frames.add(again.getLast(), later)).isInstanceOf(Assembled.Partial.class);
        assertThat(payload(frames.add(again.getFirst(), later))).isEqualTo("new".getBytes());
    }

    @Example
    void theOldestOfManyIncompleteEventsIsForgotten() {
        byte[] large = new byte[FrameAssembler.LARGEST_EVENT - 1];
        for (int i = 0; i < 6; i++) {
            frames.add(frame("large-" + i, "2", "0", large), 0);
        }
        assertThat(frames.add(frame("large-0", "2", "1", new byte[1]), 0)).isInstanceOf(Assembled.Partial.class);
        assertThat(frames.add(frame("large-5", "2", "1", new byte[1]), 0)).isInstanceOf(Assembled.Complete.class);
    }

    private static List<LarkFrame> split(String id, byte[] event, int sum) {
        List<LarkFrame> pieces = new ArrayList<>();
        for (int i = 0; i < sum; i++) {
            pieces.add(frame(
                    id,
                    Integer.toString(sum),
                    Integer.toString(i),
                    Arrays.copyOfRange(event, event.length * i / sum, event.length * (i + 1) / sum)));
        }
        return pieces;
    }

    private static LarkFrame frame(String id, String sum, String place, byte[] payload) {
        List<Header> headers = List.of(
                new Header("type", "event"),
                new Header("message_id", id),
                new Header("sum", sum),
                new Header("seq", place));
        return new LarkFrame(1, 2, 3, LarkFrame.DATA, headers, null, null, payload, null);
    }

    private static byte[] payload(Assembled assembled) {
        assertThat(assembled).isInstanceOf(Assembled.Complete.class);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (assembled instanceof Assembled.Complete(byte[] payload)) {
            bytes.writeBytes(payload);
        }
        return bytes.toByteArray();
    }
}
