package dev.agenthost.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameCodecTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "not json",
                "[]",
                "3",
                "null",
                "{}",
                "{\"seq_id\":1}",
                "{\"seq_id\":1,\"action\":7}",
                "{\"action\":\"x\",\"data\":{}}",
                "{\"seq_id\":\"1\",\"action\":\"x\"}",
                "{\"seq_id\":1.5,\"action\":\"x\"}",
                "{\"seq_id\":1,\"code\":\"0\"}",
                "{\"seq_id\":99999999999999999999,\"code\":0}"
            })
    void ignoresWhatIsNoFrame(String text) {
        assertThat(FrameCodec.parse(text)).isInstanceOf(Frame.Invalid.class);
    }

    @Test
    void aFrameWithACodeIsAResponse() {
        Frame frame = FrameCodec.parse("{\"seq_id\":7,\"action\":\"x\",\"code\":0,\"data\":{\"a\":1}}");

        assertThat(frame).isInstanceOfSatisfying(Frame.Response.class, response -> {
            assertThat(response.seqId()).isEqualTo(7);
            assertThat(response.end()).isFalse();
            assertThat(response.failed()).isFalse();
            assertThat(response.data().path("a").intValue()).isEqualTo(1);
        });
    }

    @Test
    void theEndOfAStreamHasOnlyAStatus() {
        assertThat(FrameCodec.parse(
                        "{\"seq_id\":3,\"code\":0,\"message\":\"success\",\"data\":{},\"chunk_status\":\"end\"}"))
                .isInstanceOfSatisfying(Frame.Response.class, response -> assertThat(response.end())
                        .isTrue());
    }
}
