package dev.agenthost.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.agenthost.protocol.hostapi.FileChunk;
import java.time.Duration;

/** Any data of a file is a chunk or is refused; a chunk is written and read as the same, and the files never exceed their limits. */
class FileChunkFuzzTest {
    @FuzzTest(maxDuration = "10s")
    void anyDataIsAPieceOrRefused(FuzzedDataProvider input) {
        IncomingFiles files = new IncomingFiles(new IncomingFiles.Bounds(4, 40_000, 60_000, Duration.ofSeconds(1)));
        for (String line : input.consumeRemainingAsString().split("\n")) {
            if (!(FrameCodec.parse("{\"seq_id\":1,\"action\":\"__file_chunk\",\"data\":" + line + "}")
                    instanceof Frame.Request request)) {
                continue;
            }
            switch (FileChunk.read(request.data())) {
                case FileChunk.Reading.Refused refused ->
                    assertThat(refused.why()).isNotBlank();
                case FileChunk.Reading.Read(FileChunk chunk) -> {
                    assertThat(FileChunk.read(chunk.write()))
                            .isInstanceOfSatisfying(FileChunk.Reading.Read.class, again -> {
                                assertThat(again.chunk())
                                        .usingRecursiveComparison()
                                        .isEqualTo(chunk);
                            });
                    files.take(chunk, 0);
                    files.collect(chunk.key())
                            .ifPresent(file -> assertThat(file.length).isLessThanOrEqualTo(40_000));
                }
            }
        }
    }
}
