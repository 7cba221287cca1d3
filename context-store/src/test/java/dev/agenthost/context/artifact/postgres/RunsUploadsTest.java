package dev.agenthost.context.artifact.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.artifact.ArtifactScope;
import dev.agenthost.context.artifact.Artifacts;
import dev.agenthost.context.artifact.NewUpload;
import dev.agenthost.context.artifact.Upload;
import dev.agenthost.context.artifact.UploadLimits;
import dev.agenthost.context.artifact.UploadStartOutcome;
import dev.agenthost.context.artifact.UploadStep;
import dev.agenthost.context.artifact.Uploader;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Fences;
import dev.agenthost.context.state.postgres.PostgresStateRepository;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the limits of uploads of runs: only while the run is open, within the rate of the workspace, and not in many small pieces. */
class RunsUploadsTest {
    private static final long MIB = 1024 * 1024;
    private static final Duration TTL = Duration.ofDays(30);

    private static Database database;

    private final String workspace = "w" + UUID.randomUUID();
    private final RunId run = new RunId(UUID.randomUUID());
    private final Uploader attempt = attempt(workspace, run, 1);

    @BeforeAll
    static void start() {
        database = new Database();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @Test
    void reservationsOfAnEndedRunAreReleased() {
        PostgresUploadRepository uploads = uploads(new UploadLimits(100, 100, 2, Duration.ofHours(1)));
        RunId next = new RunId(UUID.randomUUID());
        open(run, 1);
        open(next, 1);
        assertThat(begin(uploads, attempt, 60)).isEqualTo(new UploadStartOutcome.Started());
        assertThat(begin(uploads, attempt, 40)).isEqualTo(new UploadStartOutcome.Started());
        Uploader other = attempt(workspace, next, 1);
        assertThat(begin(uploads, other, 1)).isEqualTo(new UploadStartOutcome.TooMany());

        await(new PostgresStateRepository(database.pool()).end(workspace, run.value(), 1));

        assertThat(begin(uploads, other, 60)).isEqualTo(new UploadStartOutcome.Started());
        assertThat(begin(uploads, other, 41)).as("what is reserved now").isEqualTo(new UploadStartOutcome.Full());
        assertThat(begin(uploads, other, 40)).isEqualTo(new UploadStartOutcome.Started());
        assertThat(begin(uploads, attempt, 1)).isEqualTo(new UploadStartOutcome.Fenced());
    }

    @Test
    void reservationsOfAnEarlierAttemptAreReleased() {
        PostgresUploadRepository uploads = uploads(new UploadLimits(100, 100, 9, Duration.ofHours(1)));
        open(run, 1);
        assertThat(begin(uploads, attempt, 100)).isEqualTo(new UploadStartOutcome.Started());
        open(run, 2);

        assertThat(begin(uploads, attempt(workspace, run, 2), 100)).isEqualTo(new UploadStartOutcome.Started());
    }

    @Test
    void uploadsOfRunsAreRateLimitedByWorkspace() {
        PostgresUploadRepository uploads =
                uploads(new UploadLimits(100 * MIB, 1000 * MIB, 100, Duration.ofHours(1), MIB));
        String other = workspace + "-other";
        open(run, 1);
        open(other, run, 1);
        assertThat(begin(uploads, attempt, MIB / 2)).isEqualTo(new UploadStartOutcome.Started());
        // Exceeds the remaining rate, a debt that lasts for a while.
        assertThat(begin(uploads, attempt, 60 * MIB)).isEqualTo(new UploadStartOutcome.Started());
        assertThat(begin(uploads, attempt, 1)).isEqualTo(new UploadStartOutcome.RateExceeded());
        assertThat(begin(uploads, attempt, 0)).isEqualTo(new UploadStartOutcome.RateExceeded());

        assertThat(begin(uploads, attempt(other, run, 1), 1)).isEqualTo(new UploadStartOutcome.Started());
        assertThat(begin(uploads, new Uploader.Person(workspace, "key", Set.of("*")), 1))
                .as("people have their quota")
                .isEqualTo(new UploadStartOutcome.Started());
        database.rows("update context.upload_budgets set at = at - interval '58 minutes' where workspace_id = '"
                + workspace + "' returning 1");
        assertThat(begin(uploads, attempt, 1)).as("still paid for").isEqualTo(new UploadStartOutcome.RateExceeded());
        database.rows("update context.upload_budgets set at = at - interval '2 minutes' where workspace_id = '"
                + workspace + "' returning 1");
        assertThat(begin(uploads, attempt, 1)).isEqualTo(new UploadStartOutcome.Started());
    }

    @Test
    void aRefusedUploadSpendsNoBudget() {
        PostgresUploadRepository uploads = uploads(new UploadLimits(100 * MIB, MIB, 100, Duration.ofHours(1), MIB));
        open(run, 1);
        assertThat(begin(uploads, attempt, 50 * MIB)).isEqualTo(new UploadStartOutcome.Full());
        assertThat(begin(uploads, attempt, 1)).isEqualTo(new UploadStartOutcome.Started());
    }

    @Test
    void smallPiecesAreLimitedAndLargeOnesAreNot() {
        PostgresUploadRepository uploads = uploads(new UploadLimits(100 * MIB, 1000 * MIB, 100, Duration.ofHours(1)));
        Uploader person = new Uploader.Person(workspace, "key", Set.of("*"));
        NewUpload wanted = upload(person, 10 * MIB);
        await(uploads.begin(wanted));
        Upload upload = await(uploads.find(person, wanted.uploadId())).orElseThrow();
        int at = 0;
        while (await(uploads.append(upload, at, new byte[1])) instanceof UploadStep.At) {
            at++;
        }

        assertThat(at).isEqualTo(256);
        assertThat(await(uploads.append(upload, at, new byte[1]))).isEqualTo(new UploadStep.TooSmall());
        assertThat(await(uploads.append(upload, at - 1, new byte[1])))
                .as("one that is not the next is told so first")
                .isEqualTo(new UploadStep.OffsetMismatch());
        assertThat(await(uploads.find(person, wanted.uploadId())).orElseThrow().received())
                .isEqualTo(at);
        for (int i = 0; i < 9; i++) {
            assertThat(await(uploads.append(upload, at, new byte[(int) MIB]))).isEqualTo(new UploadStep.At(at + MIB));
            at += (int) MIB;
        }
        assertThat(await(uploads.append(upload, at, new byte[1]))).isEqualTo(new UploadStep.At(at + 1));
    }

    private static PostgresUploadRepository uploads(UploadLimits limits) {
        return new PostgresUploadRepository(
                database.pool(), new PostgresArtifactRepository(database.pool(), TTL), limits, TTL);
    }

    private static UploadStartOutcome begin(PostgresUploadRepository uploads, Uploader uploader, long size) {
        return await(uploads.begin(upload(uploader, size)));
    }

    private static NewUpload upload(Uploader uploader, long size) {
        UUID id = UUID.randomUUID();
        ArtifactOwner owner = uploader instanceof Uploader.Attempt run
                ? run.owner()
                : new ArtifactOwner(uploader.workspaceId(), new RunId(id), "bot", "c", null);
        return new NewUpload(
                id,
                uploader,
                owner,
                ArtifactScope.CONVERSATION,
                "a-" + id,
                "file",
                null,
                null,
                null,
                JsonNodeFactory.instance.objectNode(),
                size);
    }

    private static Uploader attempt(String workspace, RunId run, int attempt) {
        return new Uploader.Attempt(new ArtifactOwner(workspace, run, "bot", "c", null), attempt, Artifacts.RUNNER);
    }

    private void open(RunId which, int attempt) {
        open(workspace, which, attempt);
    }

    private static void open(String workspace, RunId which, int attempt) {
        Fences.raise(database, workspace, which.value(), attempt);
    }
}
