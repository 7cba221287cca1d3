package dev.agenthost.sdk.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class ResponseQueueTest {
    private static final WireFrame.Response PIECE = new WireFrame.Response(1, 0, "success", PluginAtHost.data(), false);

    @Test
    void aSlowConsumerGetsAFailureAfterTheQueuedResponses() throws Exception {
        ResponseQueue answers = new ResponseQueue();
        for (int i = 0; i < 20_000; i++) {
            answers.add(PIECE);
        }

        int pieces = 0;
        WireFrame.Response answer = answers.next(1);
        for (; answer.code() == 0; answer = answers.next(1)) {
            pieces++;
        }
        assertThat(pieces).isEqualTo(16_384);
        assertThat(answer.message()).contains("too slowly");
        assertThatThrownBy(() -> answers.next(1)).isInstanceOf(TimeoutException.class);
    }

    @Test
    void aLostConnectionIsReportedAfterTheReceivedResponses() throws Exception {
        ResponseQueue answers = new ResponseQueue();
        answers.add(PIECE);
        answers.lost();

        assertThat(answers.next(1)).isSameAs(PIECE);
        assertThatThrownBy(() -> answers.next(1)).isInstanceOf(ConnectionLostException.class);
    }
}
