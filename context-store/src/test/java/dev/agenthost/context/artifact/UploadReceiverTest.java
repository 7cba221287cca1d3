package dev.agenthost.context.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests the time limit of pieces and the limit of concurrent uploads, with a fake clock and a repository in memory. */
class UploadReceiverTest {
    private final AtomicLong clock = new AtomicLong();
    private final Stored kept = new Stored();
    private final Uploader uploader = new Uploader.Person("w", "key", Set.of("*"));

    private UploadReceiver receiver(int atOnce) {
        return new UploadReceiver(
                kept,
                (bytes, name, declared) -> new MimeTypeValidation.Accepted("application/octet-stream"),
                atOnce,
                clock::get);
    }

    @Test
    void aSlowPieceInterruptsTheRequestAndStoredBytesStay() {
        InputStream slow = new Dripping(Duration.ofSeconds(10), 100);

        assertThatThrownBy(() -> receiver(1).receive(uploader, upload(100), 0, slow))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("too long");
        assertThat(kept.bytes.size()).as("as many as came in a minute").isEqualTo(7);
    }

    @Test
    void theWholeUploadHasNoTimeLimit() throws IOException {
        int size = 3 * UploadReceiver.PIECE_BYTES + 1;
        InputStream steady = new InputStream() {
            private int left = size;

            @Override
            public int read() {
                return left-- > 0 ? 1 : -1;
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                if (left <= 0) {
                    return -1;
                }
                clock.addAndGet(Duration.ofSeconds(50).toNanos());
                int many = Math.min(length, left);
                left -= many;
                return many;
            }
        };

        assertThat(receiver(1).receive(uploader, upload(size), 0, steady)).isEqualTo(new UploadStep.Finished());
        assertThat(clock.get()).isGreaterThan(Duration.ofMinutes(2).toNanos());
    }

    @Test
    void aWorkspaceHasHalfOfTheSlots() {
        UploadReceiver receiver = receiver(4);

        assertThat(receiver.enter("greedy")).isTrue();
        assertThat(receiver.enter("greedy")).isTrue();
        assertThat(receiver.enter("greedy")).isFalse();
        assertThat(receiver.enter("other")).isTrue();
        assertThat(receiver.enter("third")).isTrue();
        assertThat(receiver.enter("fourth")).as("all are taken").isFalse();
        receiver.leave("greedy");
        assertThat(receiver.enter("fourth")).isTrue();
        assertThat(receiver.enter("greedy")).isFalse();
    }

    @Test
    void oneSlotServesEveryWorkspaceInTurn() {
        UploadReceiver receiver = receiver(1);

        assertThat(receiver.enter("one")).isTrue();
        assertThat(receiver.enter("other")).isFalse();
        receiver.leave("one");
        assertThat(receiver.enter("other")).isTrue();
    }

    private static Upload upload(long size) {
        return new Upload(UUID.randomUUID(), "w", "a", null, null, null, size, 0, false, Instant.MAX);
    }

    /** A stream that waits before each byte. */
    private final class Dripping extends InputStream {
        private final Duration each;
        private int left;

        Dripping(Duration each, int left) {
            this.each = each;
            this.left = left;
        }

        @Override
        public int read() {
            clock.addAndGet(each.toNanos());
            return left-- > 0 ? 1 : -1;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            int one = read();
            if (one < 0) {
                return -1;
            }
            into[offset] = (byte) one;
            return 1;
        }
    }

    private static final class Stored implements UploadRepository {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public Uni<UploadStartOutcome> begin(NewUpload upload) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Uni<Optional<Upload>> find(Uploader uploader, UUID uploadId) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Uni<UploadStep> append(Upload upload, long offset, byte[] some) {
            bytes.writeBytes(some);
            return Uni.createFrom().item(new UploadStep.At(offset + some.length));
        }

        @Override
        public Uni<UploadStep> finish(Upload upload, long offset, byte[] some, String sha256, String mimeType) {
            bytes.writeBytes(some);
            return Uni.createFrom().item(new UploadStep.Finished());
        }

        @Override
        public Uni<Boolean> drop(Uploader uploader, UUID uploadId) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Uni<byte[]> bytes(Upload upload, ByteRange span) {
            return Uni.createFrom().item(new byte[(int) span.length()]);
        }
    }
}
