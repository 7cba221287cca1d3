package dev.agenthost.context.artifact;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.artifact.postgres.ArtifactExpiry;
import dev.agenthost.context.artifact.postgres.PostgresUploadRepository;
import dev.agenthost.context.artifact.tika.TikaContentTypes;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests uploads until their artifact or their deletion; the same for every store. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class UploadSuite {
    protected static final int MIB = 1024 * 1024;

    protected final Database database = new Database();
    private final UploadLimits limits = new UploadLimits(2048L * MIB, 3000L * MIB, 3, Duration.ofHours(1));
    private ArtifactRepository store;
    private UploadRepository uploads;
    private UploadReceiver receiver;

    /** Returns a repository on the store that the suite tests. */
    protected abstract ArtifactRepository store(Duration ttl);

    /** Moves the bytes to their final store. */
    protected abstract void settled();

    /** Deletes unreferenced bytes there, and counts the rest. */
    protected abstract long storedContents();

    @AfterAll
    void close() {
        database.close();
    }

    @BeforeEach
    void fresh() {
        store = store(Duration.ofDays(30));
        uploads = new PostgresUploadRepository(database.pool(), store, limits, Duration.ofDays(30));
        receiver = new UploadReceiver(uploads, new TikaContentTypes(), 2);
    }

    private final String workspace = "w" + UUID.randomUUID();

    @Test
    void anyRangeIsReadAsUploaded() throws Exception {
        byte[] bytes = random(17 * MIB + 5, 1);
        Upload upload = begin(person(workspace), bytes.length, null);
        assertThat(send(upload, 0, Arrays.copyOf(bytes, 1_000_001))).isEqualTo(new UploadStep.At(1_000_001));
        assertThat(send(again(upload), 1_000_001, Arrays.copyOfRange(bytes, 1_000_001, 9 * MIB)))
                .isEqualTo(new UploadStep.At(9 * MIB));
        assertThat(send(again(upload), 9 * MIB, Arrays.copyOfRange(bytes, 9 * MIB, bytes.length)))
                .isEqualTo(new UploadStep.Finished());
        settled();

        ArtifactMetadata made = made(upload).orElseThrow();
        assertThat(made.sizeBytes()).isEqualTo(bytes.length);
        assertThat(made.sha256()).isEqualTo(hex(bytes));
        for (ByteRange span : List.of(
                new ByteRange(0, 1),
                new ByteRange(0, 4 * MIB),
                new ByteRange(262_143, 262_145),
                new ByteRange(8 * MIB - 1, 8 * MIB + 1),
                new ByteRange(bytes.length - 7L, bytes.length),
                new ByteRange(5, 5))) {
            assertThat(await(store.bytes(workspace, made.sha256(), span)))
                    .as(span.toString())
                    .isEqualTo(Arrays.copyOfRange(bytes, (int) span.from(), (int) span.to()));
        }
    }

    @Test
    void theSameBytesAreStoredOnceInEachWorkspace() throws Exception {
        long before = storedContents();
        byte[] bytes = random(MIB + 1, 2);
        String other = "w" + UUID.randomUUID();
        Upload first = uploaded(person(workspace), bytes);
        settled();
        Upload second = uploaded(person(workspace), bytes);
        uploaded(person(other), bytes);
        settled();

        assertThat(storedContents() - before).isEqualTo(2);
        expire(first);
        settled();
        assertThat(await(store.bytes(workspace, hex(bytes), new ByteRange(0, 9))))
                .isEqualTo(Arrays.copyOf(bytes, 9));
        assertThat(await(store.bytes("nobody", hex(bytes), new ByteRange(0, 9))))
                .isEmpty();
        assertThat(made(first)).isEmpty();
        expire(second);
        settled();
        assertThat(storedContents() - before).as("only the other workspace's").isEqualTo(1);
        assertThat(await(store.bytes(workspace, hex(bytes), new ByteRange(0, 9))))
                .isEmpty();
        assertThat(await(store.bytes(other, hex(bytes), new ByteRange(0, 9)))).hasSize(9);
    }

    @Test
    void ofTwoRequestsAtOneOffsetOneFails() throws Exception {
        byte[] bytes = random(2 * MIB, 3);
        Upload upload = begin(person(workspace), bytes.length, null);
        assertThat(send(upload, 0, Arrays.copyOf(bytes, MIB))).isInstanceOf(UploadStep.At.class);

        assertThat(send(upload, 0, Arrays.copyOf(bytes, MIB)))
                .as("as it was before")
                .isEqualTo(new UploadStep.OffsetMismatch());
        assertThat(again(upload).received()).isEqualTo(MIB);
        assertThat(send(again(upload), 5, new byte[1])).isEqualTo(new UploadStep.OffsetMismatch());
        assertThat(send(again(upload), MIB, Arrays.copyOfRange(bytes, MIB, 2 * MIB)))
                .isEqualTo(new UploadStep.Finished());
        assertThat(send(again(upload), 2 * MIB, new byte[0])).isEqualTo(new UploadStep.OffsetMismatch());
    }

    @Test
    void bytesBeforeAnInterruptionAreStored() throws Exception {
        byte[] bytes = random(3 * MIB, 4);
        Upload upload = begin(person(workspace), bytes.length, null);
        InputStream cut = new SequenceInputStream(new ByteArrayInputStream(bytes, 0, MIB + 77), new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("cut");
            }
        });

        assertThatThrownBy(() -> receiver.receive(person(workspace), upload, 0, cut))
                .isInstanceOf(IOException.class);
        assertThat(again(upload).received()).isEqualTo(MIB + 77);
        assertThat(send(again(upload), MIB + 77, Arrays.copyOfRange(bytes, MIB + 77, bytes.length)))
                .isEqualTo(new UploadStep.Finished());
        assertThat(made(upload).orElseThrow().sha256()).isEqualTo(hex(bytes));
    }

    @Test
    void bytesThatDoNotMatchTheDeclarationAreDeleted() throws Exception {
        byte[] bytes = random(MIB, 5);
        Upload wrong = begin(person(workspace), bytes.length, "0".repeat(64));
        assertThat(send(wrong, 0, bytes)).isInstanceOf(UploadStep.Invalid.class);
        assertThat(await(uploads.find(person(workspace), wrong.uploadId()))).isEmpty();
        assertThat(database.count("from context.artifact_chunks where workspace_id = '" + workspace + "' and sha256 = '"
                        + wrong.content() + "'"))
                .isZero();

        Upload small = begin(person(workspace), 3, null);
        assertThat(send(small, 0, new byte[4])).isEqualTo(new UploadStep.LengthExceeded());
        assertThat(again(small).received()).isZero();
    }

    @Test
    void onlyTheUploaderContinuesAnUpload() {
        Upload upload = begin(person(workspace), 3, null);

        assertThat(await(uploads.find(new Uploader.Person(workspace, "another", Set.of("*")), upload.uploadId())))
                .isEmpty();
        assertThat(await(uploads.find(person("another"), upload.uploadId()))).isEmpty();
        assertThat(await(uploads.drop(person("another"), upload.uploadId()))).isFalse();
        assertThat(await(uploads.drop(person(workspace), upload.uploadId()))).isTrue();
        assertThat(await(uploads.find(person(workspace), upload.uploadId()))).isEmpty();
    }

    @Test
    void openUploadsAndBytesOfAWorkspaceAreLimited() {
        String mine = "w" + UUID.randomUUID();
        begin(person(mine), 2000L * MIB, null);
        assertThat(await(uploads.begin(upload(person(mine), 1001L * MIB, null))))
                .isEqualTo(new UploadStartOutcome.Full());
        begin(person(mine), 1, null);
        Upload third = begin(person(mine), 1, null);
        assertThat(await(uploads.begin(upload(person(mine), 1, null)))).isEqualTo(new UploadStartOutcome.TooMany());
        await(uploads.drop(person(mine), third.uploadId()));
        begin(person(mine), 1, null);
    }

    @Test
    void unfinishedUploadsExpireWithTheirBytes() throws Exception {
        Upload upload = begin(person(workspace), 2 * MIB, null);
        send(upload, 0, random(MIB, 6));
        await(database.pool()
                .query("update context.artifact_uploads set expires_at = now() where upload_id = '" + upload.uploadId()
                        + "'")
                .execute());

        assertThat(await(uploads.find(person(workspace), upload.uploadId()))).isEmpty();
        await(new ArtifactExpiry(database.pool()).uploads(100));
        assertThat(database.count("from context.artifact_uploads where upload_id = '" + upload.uploadId() + "'"))
                .isZero();
        assertThat(database.count("from context.artifact_contents where sha256 = '" + upload.content() + "'"))
                .isZero();
    }

    /** An upload larger than the heap that the JVM has for it, generated as it is read, so that no process holds all of it. */
    @Test
    void aLargeUploadIsStoredAndReadInPieces() throws Exception {
        long size = 192L * MIB + 3;
        List<Integer> sizes = new CopyOnWriteArrayList<>();
        ContentTypes types = new ContentTypes() {
            @Override
            public MimeTypeValidation check(byte[] bytes, String name, String declared) {
                sizes.add(bytes.length);
                return new MimeTypeValidation.Accepted("application/octet-stream");
            }
        };
        UploadReceiver counted = new UploadReceiver(counting(sizes), types, 1);
        Upload upload = begin(person(workspace), size, null);
        assertThat(counted.receive(person(workspace), upload, 0, new Generated(0, 100L * MIB)))
                .isEqualTo(new UploadStep.At(100L * MIB));
        assertThat(counted.receive(person(workspace), again(upload), 100L * MIB, new Generated(100L * MIB, size)))
                .isEqualTo(new UploadStep.Finished());
        settled();

        assertThat(sizes).allSatisfy(bytes -> assertThat(bytes).isLessThanOrEqualTo(MIB));
        String sha256 = made(upload).orElseThrow().sha256();
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (long from = 0; from < size; from += 4 * MIB) {
            byte[] read = await(store.bytes(workspace, sha256, ByteRange.of(from, 4 * MIB, size)));
            assertThat(read).startsWith(Generated.at(from));
            digest.update(read);
        }
        assertThat(HexFormat.of().formatHex(digest.digest())).isEqualTo(sha256);
    }

    private UploadRepository counting(List<Integer> sizes) {
        return new UploadRepository() {
            @Override
            public Uni<UploadStartOutcome> begin(NewUpload upload) {
                return uploads.begin(upload);
            }

            @Override
            public Uni<Optional<Upload>> find(Uploader uploader, UUID uploadId) {
                return uploads.find(uploader, uploadId);
            }

            @Override
            public Uni<UploadStep> append(Upload upload, long offset, byte[] bytes) {
                sizes.add(bytes.length);
                return uploads.append(upload, offset, bytes);
            }

            @Override
            public Uni<UploadStep> finish(Upload upload, long offset, byte[] bytes, String sha256, String mimeType) {
                sizes.add(bytes.length);
                return uploads.finish(upload, offset, bytes, sha256, mimeType);
            }

            @Override
            public Uni<Boolean> drop(Uploader uploader, UUID uploadId) {
                return uploads.drop(uploader, uploadId);
            }

            @Override
            public Uni<byte[]> bytes(Upload upload, ByteRange span) {
                return uploads.bytes(upload, span).invoke(bytes -> sizes.add(bytes.length));
            }
        };
    }

    /** Bytes that are computed from their position. */
    private static final class Generated extends InputStream {
        private final long end;
        private long at;

        Generated(long from, long end) {
            this.at = from;
            this.end = end;
        }

        static byte at(long place) {
            return (byte) (place * 31 + (place >> 20));
        }

        @Override
        public int read() {
            return at == end ? -1 : at(at++) & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (at == end) {
                return -1;
            }
            int many = (int) Math.min(length, end - at);
            for (int i = 0; i < many; i++) {
                into[offset + i] = at(at++);
            }
            return many;
        }
    }

    private static Uploader person(String workspace) {
        return new Uploader.Person(workspace, "key", Set.of("*"));
    }

    private Upload uploaded(Uploader uploader, byte[] bytes) throws Exception {
        Upload upload = begin(uploader, bytes.length, null);
        assertThat(receiver.receive(uploader, upload, 0, new ByteArrayInputStream(bytes)))
                .isEqualTo(new UploadStep.Finished());
        return upload;
    }

    private Upload begin(Uploader uploader, long size, String sha256) {
        NewUpload upload = upload(uploader, size, sha256);
        assertThat(await(uploads.begin(upload))).isEqualTo(new UploadStartOutcome.Started());
        return await(uploads.find(uploader, upload.uploadId())).orElseThrow();
    }

    private static NewUpload upload(Uploader uploader, long size, String sha256) {
        UUID id = UUID.randomUUID();
        return new NewUpload(
                id,
                uploader,
                new ArtifactOwner(uploader.workspaceId(), new RunId(id), "bot", "c", null),
                ArtifactScope.CONVERSATION,
                "artifact-" + id,
                "file",
                null,
                "a.bin",
                sha256,
                JsonNodeFactory.instance.objectNode(),
                size);
    }

    private Upload again(Upload upload) {
        return await(uploads.find(person(upload.workspaceId()), upload.uploadId()))
                .orElseThrow();
    }

    private UploadStep send(Upload upload, long offset, byte[] bytes) throws IOException {
        return receiver.receive(person(upload.workspaceId()), upload, offset, new ByteArrayInputStream(bytes));
    }

    private Optional<ArtifactMetadata> made(Upload upload) {
        return await(store.inWorkspace(upload.workspaceId(), upload.artifactId(), null));
    }

    private void expire(Upload upload) {
        await(database.pool()
                .query("update context.artifacts set expires_at = now() where artifact_id = '" + upload.artifactId()
                        + "'")
                .execute());
        await(new ArtifactExpiry(database.pool()).artifacts(1000));
    }

    private static byte[] random(int size, int seed) {
        byte[] bytes = new byte[size];
        new Random(seed).nextBytes(bytes);
        bytes[0] = 0;
        return bytes;
    }

    private static String hex(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
}
