package dev.agenthost.context.datalifecycle.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.artifact.ArtifactScope;
import dev.agenthost.context.artifact.NewUpload;
import dev.agenthost.context.artifact.Upload;
import dev.agenthost.context.artifact.UploadLimits;
import dev.agenthost.context.artifact.UploadStep;
import dev.agenthost.context.artifact.Uploader;
import dev.agenthost.context.artifact.postgres.PostgresArtifactRepository;
import dev.agenthost.context.artifact.postgres.PostgresUploadRepository;
import dev.agenthost.context.datalifecycle.ErasureTarget;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Transaction;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests an upload that finishes during its erasure: nothing is left in any order. */
class ErasedUploadsTest {
    private static final Duration TTL = Duration.ofDays(30);
    private static final Uploader PERSON = new Uploader.Person("demo", "key", Set.of("*"));
    private static final String FINISH =
            "select context.finish_upload_v1('demo', '%s', 2, 'c', '%s', 'text/plain', 1000)";
    private static final String DIGEST = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    private Database database;
    private PostgresUploadRepository uploads;
    private PostgresErasureRepository erasures;

    @BeforeEach
    void open() {
        database = new Database();
        erasures = new PostgresErasureRepository(database.pool());
        uploads = new PostgresUploadRepository(
                database.pool(),
                new PostgresArtifactRepository(database.pool(), TTL),
                new UploadLimits(1000, 100_000, 1000, Duration.ofHours(1)),
                TTL);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void anUploadFinishedDuringTheErasureIsErasedAsAnArtifact() {
        Upload upload = begun(ArtifactScope.CONVERSATION, null);
        request("conversation", null);
        SqlConnection finishing = await(database.pool().getConnection());
        Transaction end = await(finishing.begin());
        await(finishing.query(FINISH.formatted(upload.uploadId(), DIGEST)).execute());

        CompletableFuture<Void> erasing = CompletableFuture.runAsync(this::erase, Thread::startVirtualThread);
        await("the erasure waits for the row").until(() -> database.count("""
                from pg_stat_activity where wait_event_type = 'Lock' and query like '%delete from context.artifact_uploads%' and pid <> pg_backend_pid()
                and datname = current_database()""") > 0);
        await(end.commit());
        await(finishing.close());
        erasing.join();

        nothingIsLeft();
    }

    @Test
    void anErasedUploadCannotFinish() {
        Upload upload = begun(ArtifactScope.CONVERSATION, null);
        request("conversation", null);
        SqlConnection erasing = await(database.pool().getConnection());
        Transaction end = await(erasing.begin());
        await(erasing.query("update context.erasures set stage = 'artifacts'").execute());
        ErasureStep step = new ErasureStep(erasing, 100);
        await(step.run(await(step.take()).orElseThrow()));

        CompletableFuture<UploadStep> finishing = uploads.finish(upload, 2, new byte[] {'c'}, DIGEST, "text/plain")
                .subscribeAsCompletionStage();
        await("the upload waits for the row").until(() -> database.count("""
                from pg_stat_activity where wait_event_type = 'Lock' and query like '%finish_upload%'
                and pid <> pg_backend_pid() and datname = current_database()""") > 0);
        await(end.commit());
        await(erasing.close());

        assertThat(finishing.join()).isEqualTo(new UploadStep.OffsetMismatch());
        erase();
        nothingIsLeft();
    }

    @Test
    void concurrentUploadsAndErasuresLeaveNothing() {
        for (int i = 0; i < 40; i++) {
            Upload upload = begun(ArtifactScope.CONVERSATION, null);
            request("conversation", null);
            CompletableFuture<UploadStep> finishing = uploads.finish(upload, 2, new byte[] {'c'}, DIGEST, "text/plain")
                    .subscribeAsCompletionStage();
            erase();
            assertThat(finishing.join()).isIn(new UploadStep.OffsetMismatch(), new UploadStep.Finished());
            nothingIsLeft();
        }
    }

    @Test
    void artifactsOfAnActorAreErasedWithTheActor() {
        Upload ownOne = begun(ArtifactScope.ACTOR, "ada");
        Upload otherOne = begun(ArtifactScope.ACTOR, "eve");
        Upload open = begun(ArtifactScope.ACTOR, "ada");
        Upload shared = begun(ArtifactScope.CONVERSATION, null);
        for (Upload one : new Upload[] {ownOne, otherOne, shared}) {
            assertThat(await(uploads.finish(one, 2, new byte[] {'c'}, DIGEST, "text/plain")))
                    .isEqualTo(new UploadStep.Finished());
        }
        request("actor", "ada");
        erase();

        assertThat(database.rows("select artifact_id from context.artifacts order by artifact_id").stream()
                        .map(row -> row.getString(0)))
                .containsExactlyInAnyOrder(otherOne.artifactId(), shared.artifactId());
        assertThat(await(uploads.find(PERSON, open.uploadId()))).isEmpty();
        assertThat(await(uploads.find(PERSON, ownOne.uploadId()))).isEmpty();
        assertThat(database.count("from context.artifact_contents"))
                .as("the bytes that others have")
                .isEqualTo(1);
        assertThat(database.rows("select artifacts from context.erasures")
                        .getFirst()
                        .getLong(0))
                .isEqualTo(1);
    }

    private Upload begun(ArtifactScope scope, @Nullable String actor) {
        UUID id = UUID.randomUUID();
        NewUpload upload = new NewUpload(
                id,
                PERSON,
                new ArtifactOwner("demo", new RunId(id), "bot", "c", null, null, actor, null),
                scope,
                "a-" + id,
                "file",
                null,
                null,
                null,
                JsonNodeFactory.instance.objectNode(),
                3);
        await(uploads.begin(upload));
        Upload begun = await(uploads.find(PERSON, id)).orElseThrow();
        assertThat(await(uploads.append(begun, 0, new byte[] {'a', 'b'}))).isEqualTo(new UploadStep.At(2));
        return begun;
    }

    private void request(String kind, @Nullable String actor) {
        UUID id = UUID.randomUUID();
        ErasureTarget target = kind.equals("actor")
                ? new ErasureTarget.Actor(requireNonNull(actor), null)
                : new ErasureTarget.Conversation("bot", "c", null);
        AuditEntry audit = new AuditEntry(
                id.toString(),
                Records.NOW,
                "context-store",
                "demo",
                null,
                null,
                "k",
                "erasure.create",
                null,
                null,
                AuditResult.ALLOWED,
                null,
                null);
        await(erasures.request("demo", id, target, audit));
    }

    /** Runs all steps as one replica. */
    private void erase() {
        for (int i = 0; i < 50 && database.count("from context.erasures where done_at is null") > 0; i++) {
            await(erasures.step(100));
        }
        assertThat(database.count("from context.erasures where done_at is null"))
                .isZero();
    }

    private void nothingIsLeft() {
        assertThat(database.count("from context.artifacts")).isZero();
        assertThat(database.count("from context.artifact_uploads")).isZero();
        assertThat(database.count("from context.artifact_contents")).isZero();
        assertThat(database.count("from context.artifact_chunks")).isZero();
    }
}
