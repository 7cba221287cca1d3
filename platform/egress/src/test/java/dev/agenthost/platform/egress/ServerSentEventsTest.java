package dev.agenthost.platform.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ServerSentEventsTest {
    private static final String STREAM =
            ": a comment\r\ndata: {\"a\":\"grüße 你好 👋\"}\r\n\r\nevent: x\ndata:one\ndata: two\nid: 7\n\n\n"
                    + "retry: 5\n\ndata: [DONE]\r\r";

    private static final List<String> EVENTS = List.of("{\"a\":\"grüße 你好 👋\"}", "one\ntwo", "[DONE]");

    @Property
    void whereverItIsCutTheEventsAreTheSame(@ForAll @Size(max = 30) List<@IntRange(min = 0, max = 120) Integer> cuts) {
        byte[] bytes = STREAM.getBytes(StandardCharsets.UTF_8);
        List<Integer> places = new ArrayList<>(cuts);
        places.replaceAll(cut -> Math.min(cut, bytes.length));
        places.add(bytes.length);
        places.sort(null);
        ServerSentEvents parser = new ServerSentEvents();
        List<String> events = new ArrayList<>();
        int from = 0;
        for (int to : places) {
            events.addAll(parser.next(Arrays.copyOfRange(bytes, from, to)));
            from = to;
        }
        events.addAll(parser.end());

        assertThat(events).isEqualTo(EVENTS);
    }

    @Test
    void byteByByteToo() {
        ServerSentEvents parser = new ServerSentEvents();
        List<String> events = new ArrayList<>();
        for (byte b : STREAM.getBytes(StandardCharsets.UTF_8)) {
            events.addAll(parser.next(new byte[] {b}));
        }
        assertThat(events).isEqualTo(EVENTS);
    }

    @Test
    void theLastEmptyLineMayBeMissing() {
        ServerSentEvents parser = new ServerSentEvents();

        assertThat(parser.next("data: a".getBytes(StandardCharsets.UTF_8))).isEmpty();
        assertThat(parser.end()).containsExactly("a");
        assertThat(new ServerSentEvents().end()).isEmpty();
    }

    @Test
    void anEventThatNeverEndsIsNotHeld() {
        ServerSentEvents parser = new ServerSentEvents();
        byte[] much = new byte[1024 * 1024];
        Arrays.fill(much, (byte) 'x');

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 5; i++) {
                        parser.next(much);
                    }
                })
                .isInstanceOf(ServerSentEvents.TooLarge.class);
    }

    @Test
    void manyLinesOfOneEventAreNotHeldEither() {
        ServerSentEvents parser = new ServerSentEvents();
        byte[] line = ("data: " + "x".repeat(1024) + "\n").getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 5_000; i++) {
                        parser.next(line);
                    }
                })
                .isInstanceOf(ServerSentEvents.TooLarge.class);
    }
}
