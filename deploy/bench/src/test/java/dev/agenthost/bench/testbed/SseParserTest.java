package dev.agenthost.bench.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SseParserTest {
    private static final String STREAM =
            "id:1-1\nevent:run.started\ndata:{}\n\n:keep\n\nid:1-2\nevent:run.completed\ndata:{\"a\":1}\n\n";

    @Test
    void areCutOutWhereverThePiecesEnd() {
        for (int size = 1; size <= STREAM.length(); size++) {
            var seen = new ArrayList<StreamFrame>();
            var frames = new SseParser(seen::add);
            for (int i = 0; i < STREAM.length(); i += size) {
                frames.add(STREAM.substring(i, Math.min(STREAM.length(), i + size)));
            }
            assertThat(seen).extracting(StreamFrame::type).isEqualTo(List.of("run.started", "run.completed"));
            assertThat(seen.getLast().data()).isEqualTo("{\"a\":1}");
            assertThat(seen.getLast().isTerminal()).isTrue();
        }
    }
}
