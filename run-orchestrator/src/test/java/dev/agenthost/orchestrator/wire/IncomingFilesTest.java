package dev.agenthost.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.orchestrator.wire.IncomingFiles.Taking;
import dev.agenthost.protocol.hostapi.FileChunk;
import dev.agenthost.protocol.hostapi.FileKey;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IncomingFilesTest {
    private static final FileKey KEY = new FileKey("one");
    private static final FileKey OTHER = new FileKey("other");
    private static final Taking TAKEN = new Taking.Accepted();

    private final IncomingFiles files =
            new IncomingFiles(new IncomingFiles.Bounds(2, 60_000, 100_000, Duration.ofSeconds(60)));
    private long now;

    @Test
    void collectsACompleteFileOnce() {
        byte[] file = bytes(40_000);
        List<FileChunk> pieces = FileChunk.split(KEY, file);

        assertThat(pieces).hasSize(3);
        for (FileChunk piece : pieces) {
            assertThat(files.collect(KEY)).isEmpty();
            assertThat(take(piece)).isEqualTo(TAKEN);
        }
        assertThat(files.collect(OTHER)).isEmpty();
        assertThat(files.collect(KEY))
                .hasValueSatisfying(read -> assertThat(read).isEqualTo(file));
        assertThat(files.collect(KEY)).isEmpty();
    }

    @Test
    void anEmptyFileIsOneChunk() {
        FileChunk.split(KEY, new byte[0]).forEach(this::take);

        assertThat(files.collect(KEY))
                .hasValueSatisfying(read -> assertThat(read).isEmpty());
    }

    @Test
    void theFirstChunkRestartsTheFile() {
        take(FileChunk.split(KEY, bytes(40_000)).getFirst());
        byte[] small = bytes(10);
        FileChunk.split(KEY, small).forEach(piece -> assertThat(take(piece)).isEqualTo(TAKEN));

        assertThat(files.collect(KEY))
                .hasValueSatisfying(read -> assertThat(read).isEqualTo(small));
    }

    @Test
    void aChunkOutOfOrderRemovesTheFile() {
        List<FileChunk> pieces = FileChunk.split(KEY, bytes(60_000));
        for (int wrong : new int[] {1, 3}) {
            take(pieces.get(0));
            take(pieces.get(1));

            assertThat(take(pieces.get(wrong))).isInstanceOf(Taking.Refused.class);
            assertThat(take(pieces.get(2))).isEqualTo(new Taking.Refused("the first chunk of the file is missing"));
        }
        assertThat(take(pieces.get(2))).isEqualTo(new Taking.Refused("the first chunk of the file is missing"));
    }

    @Test
    void refusesAChunkOfAnotherFile() {
        take(piece(0, 2, 20_000, 10_000));
        assertThat(take(piece(1, 3, 40_000, 10_000))).isInstanceOf(Taking.Refused.class);

        take(piece(0, 2, 20_000, 10_000));
        assertThat(take(piece(1, 2, 20_001, 10_001))).isInstanceOf(Taking.Refused.class);
    }

    @Test
    void refusesAWrongLength() {
        take(piece(0, 2, 20_000, 10_000));
        assertThat(take(piece(1, 2, 20_000, 9_999)))
                .isEqualTo(new Taking.Refused("file_length is not the length of the file"));

        take(piece(0, 2, 20_000, 10_000));
        assertThat(take(piece(1, 2, 20_000, 10_001))).isInstanceOf(Taking.Refused.class);

        // Some files have no declared length.
        take(piece(0, 2, -1, 10_000));
        assertThat(take(piece(1, 2, -1, 5))).isEqualTo(TAKEN);
        assertThat(files.collect(KEY))
                .hasValueSatisfying(read -> assertThat(read).hasSize(10_005));
    }

    @Test
    void refusesATooLargeFileAtItsFirstChunk() {
        assertThat(take(FileChunk.split(KEY, bytes(60_001)).getFirst()))
                .isEqualTo(new Taking.Refused("the file is larger than 60000 bytes"));
    }

    @Test
    void refusesAFileWithoutALengthAboveTheLimit() {
        for (int i = 0; i < 3; i++) {
            assertThat(take(piece(i, 100, -1, 16_384))).isEqualTo(TAKEN);
        }
        assertThat(take(piece(3, 100, -1, 16_384))).isInstanceOf(Taking.Refused.class);
    }

    @Test
    void limitsTheBytesOfAllFiles() {
        FileChunk.split(KEY, bytes(60_000)).forEach(this::take);
        List<FileChunk> pieces = FileChunk.split(OTHER, bytes(50_000));
        take(pieces.get(0));
        take(pieces.get(1));
        assertThat(take(pieces.get(2))).isInstanceOf(Taking.Refused.class);

        files.collect(KEY);
        pieces.forEach(piece -> assertThat(take(piece)).isEqualTo(TAKEN));
    }

    @Test
    void limitsTheNumberOfFiles() {
        take(FileChunk.split(KEY, bytes(1)).getFirst());
        take(FileChunk.split(OTHER, bytes(1)).getFirst());
        FileChunk third = FileChunk.split(new FileKey("third"), bytes(1)).getFirst();

        assertThat(take(third)).isEqualTo(new Taking.Refused("more than 2 files are open"));
        assertThat(take(FileChunk.split(KEY, bytes(2)).getFirst())).isEqualTo(TAKEN);

        files.clear();
        assertThat(take(third)).isEqualTo(TAKEN);
    }

    @Test
    void removesAFileWithoutNewChunks() {
        List<FileChunk> pieces = FileChunk.split(KEY, bytes(20_000));
        take(pieces.get(0));
        now += Duration.ofSeconds(59).toNanos();
        FileChunk.split(OTHER, bytes(1)).forEach(this::take);
        now += Duration.ofSeconds(2).toNanos();
        files.forget(now);

        assertThat(take(pieces.get(1))).isInstanceOf(Taking.Refused.class);
        assertThat(files.collect(OTHER)).isPresent();
    }

    private Taking take(FileChunk piece) {
        return files.take(piece, now);
    }

    private static FileChunk piece(int index, int amount, long length, int size) {
        return new FileChunk(
                KEY, index, amount, length < 0 ? OptionalLong.empty() : OptionalLong.of(length), bytes(size));
    }

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }
}
