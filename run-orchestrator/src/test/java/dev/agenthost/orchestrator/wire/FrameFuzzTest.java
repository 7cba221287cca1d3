package dev.agenthost.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

/** Any text from a socket is a frame or invalid, and a request that was read is written and read again as the same. */
class FrameFuzzTest {
    @FuzzTest(maxDuration = "10s")
    void anyTextIsAFrameOrNoise(FuzzedDataProvider input) {
        switch (FrameCodec.parse(input.consumeRemainingAsString())) {
            case Frame.Request request -> {
                String again = FrameCodec.request(request.seqId(), request.action(), request.data(), null);
                assertThat(FrameCodec.parse(again)).isInstanceOfSatisfying(Frame.Request.class, read -> {
                    assertThat(read.seqId()).isEqualTo(request.seqId());
                    assertThat(read.action()).isEqualTo(request.action());
                });
            }
            case Frame.Response response -> assertThat(response.failed()).isEqualTo(response.code() != 0);
            case Frame.Invalid invalid -> assertThat(invalid.why()).isNotBlank();
        }
    }
}
