package dev.agenthost.context.file.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.artifact.ArtifactContent;
import dev.agenthost.context.artifact.ArtifactWrite;
import dev.agenthost.context.artifact.ByteRange;
import dev.agenthost.context.artifact.NewArtifact;
import dev.agenthost.context.artifact.postgres.ArtifactExpiry;
import dev.agenthost.context.artifact.postgres.PostgresArtifactRepository;
import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.file.FilePosition;
import dev.agenthost.context.file.FileQuota;
import dev.agenthost.context.file.FileWrite;
import dev.agenthost.context.file.NewFile;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.run.postgres.PostgresRunStartRepository;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.FileFacts;
import dev.agenthost.protocol.store.artifact.FilePurpose;
import dev.agenthost.protocol.store.artifact.StoredFile;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgresFileRepositoryTest {
    private static final int CHUNK = 256 * 1024;

    private static Database database;
    private static PostgresArtifactRepository artifacts;
    private static PostgresFileRepository store;

    private final String workspace = "w-" + UUID.randomUUID();

    @BeforeAll
    static void start() {
        database = new Database();
        artifacts = new PostgresArtifactRepository(database.pool(), Duration.ofDays(30));
        store = new PostgresFileRepository(database.pool(), new FileQuota(3L * CHUNK, 5), artifacts);
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @Test
    void aFileIsFoundAndReadInItsWorkspaceOnly() {
        byte[] bytes = new byte[2 * CHUNK + 9];
        new Random(7).nextBytes(bytes);
        StoredFile stored = stored(put(file("f1", "a.bin", bytes)));

        assertThat(stored.sizeBytes()).isEqualTo(bytes.length);
        assertThat(stored.createdBy()).isEqualTo("key-1");
        assertThat(await(store.find(workspace, "f1"))).contains(stored);
        assertThat(read(stored)).isEqualTo(bytes);
        assertThat(await(store.find("other", "f1"))).isEmpty();
        assertThat(await(store.bytes("other", stored.sha256(), new ByteRange(0, 9))))
                .isEmpty();
        assertThat(await(store.delete("other", "f1"))).isEmpty();
        assertThat(await(store.facts("other", List.of("f1")))).isEmpty();
    }

    @Test
    void theSameFileStoredTwiceIsOneFile() {
        StoredFile first = stored(put(file("f1", "a.txt", text("hello"))));
        FileWrite.Stored again = (FileWrite.Stored) put(file("f2", "a.txt", text("hello")));

        assertThat(again.isNew()).isFalse();
        assertThat(again.file()).isEqualTo(first);
        assertThat(await(store.find(workspace, "f2"))).isEmpty();
        assertThat(stored(put(file("f3", "b.txt", text("hello")))).fileKey()).isEqualTo("f3");
        assertThat(contents()).isEqualTo(1);
    }

    @Test
    void concurrentUploadsOfOneFileMakeOneFile() {
        List<FileWrite> writes = atOnce(IntStream.range(0, 12)
                .mapToObj(i -> store.put(file("f" + i, "a.txt", text("hello"))))
                .toList());

        assertThat(writes)
                .filteredOn(write -> ((FileWrite.Stored) write).isNew())
                .hasSize(1);
        assertThat(writes.stream()
                        .map(write -> ((FileWrite.Stored) write).file().fileKey())
                        .distinct())
                .hasSize(1);
    }

    @Test
    void theQuotaHoldsForConcurrentUploads() {
        List<FileWrite> writes = atOnce(IntStream.range(0, 12)
                .mapToObj(i -> store.put(file("f" + i, "n" + i, text("hello " + i))))
                .toList());
        assertThat(writes).filteredOn(FileWrite.Stored.class::isInstance).hasSize(5);
        assertThat(writes).filteredOn(FileWrite.TooManyFiles.class::isInstance).hasSize(7);

        writes.stream()
                .filter(FileWrite.Stored.class::isInstance)
                .forEach(write -> await(store.delete(
                        workspace, ((FileWrite.Stored) write).file().fileKey())));
        assertThat(put(file("g1", "g", new byte[3 * CHUNK]))).isInstanceOf(FileWrite.Stored.class);
        assertThat(put(file("g2", "h", text("x")))).isEqualTo(new FileWrite.TooManyBytes());
        assertThat(put(file("g3", "g", new byte[3 * CHUNK])))
                .as("what is there takes no room")
                .isInstanceOf(FileWrite.Stored.class);
    }

    @Test
    void aDeletedFileFreesItsBytesUnlessTheyAreReferenced() {
        put(file("f1", "a.txt", text("shared")));
        put(file("f2", "b.txt", text("shared")));
        UUID run = UUID.randomUUID();
        ArtifactOwner owner = new ArtifactOwner(workspace, new RunId(run), "bot", "c", null);
        await(new PostgresRunStartRepository(database.pool())
                .open(new RunContextQuestion(
                        workspace, new RunId(run), 1, new EventId(run), "bot", "c", null, List.of())));
        assertThat(await(artifacts.put(
                        new WriteClaim(workspace, run, 1, "o1"),
                        new NewArtifact(
                                owner,
                                RunnerId.parse("plugin:a/b/c"),
                                "a1",
                                "file",
                                "text/plain",
                                null,
                                JsonNodeFactory.instance.objectNode(),
                                new ArtifactContent(text("shared"))))))
                .isInstanceOf(ArtifactWrite.Stored.class);

        assertThat(await(store.delete(workspace, "f1"))).isPresent();
        assertThat(await(store.delete(workspace, "f1"))).isEmpty();
        assertThat(read(await(store.find(workspace, "f2")).orElseThrow())).isEqualTo(text("shared"));
        await(store.delete(workspace, "f2"));
        assertThat(contents()).as("the artifact has them").isEqualTo(1);

        await(database.pool()
                .query("update context.artifacts set expires_at = now() where workspace_id = '" + workspace + "'")
                .execute());
        put(file("f3", "c.txt", text("shared")));
        await(new ArtifactExpiry(database.pool()).artifacts(1000));
        assertThat(contents()).as("the new file has them").isEqualTo(1);
        await(store.delete(workspace, "f3"));
        assertThat(contents()).isZero();
    }

    @Test
    void pagesHaveEachFileOnceNewestFirst() {
        for (int i = 0; i < 5; i++) {
            put(file("f" + i, "n" + i, text("x" + i)));
        }
        List<String> seen = new ArrayList<>();
        FilePosition after = null;
        for (List<StoredFile> page = await(store.page(workspace, null, 2));
                !page.isEmpty();
                page = await(store.page(workspace, after, 2))) {
            page.forEach(file -> seen.add(file.fileKey()));
            after = FilePosition.parse(FilePosition.of(page.getLast()).cursor()).orElseThrow();
        }

        assertThat(seen).containsExactly("f4", "f3", "f2", "f1", "f0");
    }

    @Test
    void factsAreOfExistingFilesInTheOrderOfTheRequest() {
        put(file("f1", "a.txt", text("hello")));
        put(file("f2", "b.txt", text("x")));

        assertThat(await(store.facts(workspace, List.of("f2", "none", "f1"))))
                .containsExactly(
                        new FileFacts("f2", "b.txt", "text/plain", 1, FilePurpose.CONFIG),
                        new FileFacts("f1", "a.txt", "text/plain", 5, FilePurpose.CONFIG));
    }

    private NewFile file(String key, String name, byte[] bytes) {
        return new NewFile(workspace, key, name, FilePurpose.CONFIG, "text/plain", new ArtifactContent(bytes), "key-1");
    }

    private static FileWrite put(NewFile file) {
        return await(store.put(file));
    }

    private static StoredFile stored(FileWrite write) {
        assertThat(((FileWrite.Stored) write).isNew()).isTrue();
        return ((FileWrite.Stored) write).file();
    }

    private byte[] read(StoredFile file) {
        return await(store.bytes(workspace, file.sha256(), new ByteRange(0, file.sizeBytes())));
    }

    private long contents() {
        return database.count("from context.artifact_contents where workspace_id = '" + workspace + "'");
    }

    private static <T> List<T> atOnce(List<Uni<T>> unis) {
        return await(Uni.join().all(unis).andFailFast());
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
