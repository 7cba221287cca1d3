package dev.agenthost.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessageJoinerTest {
    private static final String FRAME =
            "{\"a\":\"}]\\\\\\\"{[\",\"b\":[{},[],\"\\u0000\",{\"c\":[1,2,{\"d\":\"é😀,\"}]}],\"e\":null}";

    private final MessageJoiner joiner = new MessageJoiner();

    @Test
    void joinsAFrameAtAnyBoundary() {
        Random random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            int from = 0;
            MessageJoiner.Document document = null;
            while (from < FRAME.length()) {
                assertThat(document).isNull();
                int to = Math.min(FRAME.length(), from + 1 + random.nextInt(12));
                document = joiner.add(FRAME.substring(from, to), 0);
                from = to;
            }
            assertThat(document).isEqualTo(new MessageJoiner.Document(FRAME, document.values()));
            assertThat(document.values()).isEqualTo(14);
            assertThat(joiner.isWaiting()).isFalse();
        }
    }

    @Test
    void doesNotJoinTextsThatAreNoObject() {
        for (String text : List.of("", "nonsense", "[", "7", "\"{")) {
            assertThat(joiner.add(text, 0)).isEqualTo(new MessageJoiner.Document(text, 0));
        }
    }
}
