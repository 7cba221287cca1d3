package dev.agenthost.delivery.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.id.StreamPosition;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class StreamCursorTest {

    @Test
    void admitsNoFrameOfAnOlderAttempt() {
        assertThat(shown(StreamCursor.beginning(), List.of(frame(1, 1), frame(2, 1), frame(1, 2), frame(2, 2))))
                .containsExactly("1-1", "2-1", "2-2");
    }

    @Test
    void admitsNoFrameAfterTheTerminalOne() {
        List<SseFrame> log = List.of(frame(1, 1), terminal(1, 2), frame(2, 1));
        assertThat(shown(StreamCursor.beginning(), log)).containsExactly("1-1", "1-2");
    }

    @Test
    void endsForAReaderThatHasTheTerminalAlready() {
        StreamCursor cursor =
                StreamCursor.resumedAfter(new StreamPosition(9, 9)).past(terminal(1, 2));
        assertThat(cursor.ended()).isTrue();
    }

    /** A stream that resumes after any frame equals the uninterrupted one, for any log with repetitions and older attempts. */
    @Property
    void resumedAnywhereEqualsUninterrupted(@ForAll("logs") List<SseFrame> log) {
        List<String> uninterrupted = shown(StreamCursor.beginning(), log);
        for (int cut = 0; cut < uninterrupted.size(); cut++) {
            StreamCursor resumed = StreamCursor.resumedAfter(StreamPosition.parse(uninterrupted.get(cut)));
            assertThat(shown(resumed, log)).isEqualTo(uninterrupted.subList(cut + 1, uninterrupted.size()));
        }
    }

    @Provide
    Arbitrary<List<SseFrame>> logs() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 3),
                        Arbitraries.longs().between(1, 6),
                        Arbitraries.integers().between(0, 9))
                .as((attempt, sequence, luck) -> luck == 0 ? terminal(attempt, sequence) : frame(attempt, sequence))
                .list()
                .ofMaxSize(25);
    }

    private static List<String> shown(StreamCursor from, List<SseFrame> log) {
        StreamCursor cursor = from;
        List<String> shown = new ArrayList<>();
        for (SseFrame frame : log) {
            if (cursor.admits(frame)) {
                shown.add(frame.position().toString());
            }
            cursor = cursor.past(frame);
        }
        return shown;
    }

    private static SseFrame frame(int attempt, long sequence) {
        return new SseFrame(new StreamPosition(attempt, sequence), false, new byte[0], new byte[0]);
    }

    private static SseFrame terminal(int attempt, long sequence) {
        return new SseFrame(new StreamPosition(attempt, sequence), true, new byte[0], new byte[0]);
    }
}
