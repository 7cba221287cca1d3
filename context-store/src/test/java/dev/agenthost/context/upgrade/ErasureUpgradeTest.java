package dev.agenthost.context.upgrade;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.context.artifact.ArtifactScope;
import dev.agenthost.context.artifact.NewUpload;
import dev.agenthost.context.artifact.Upload;
import dev.agenthost.context.artifact.UploadLimits;
import dev.agenthost.context.artifact.UploadStep;
import dev.agenthost.context.artifact.Uploader;
import dev.agenthost.context.artifact.postgres.PostgresArtifactRepository;
import dev.agenthost.context.artifact.postgres.PostgresUploadRepository;
import dev.agenthost.context.datalifecycle.Erasure;
import dev.agenthost.context.datalifecycle.ErasureReceipt;
import dev.agenthost.context.datalifecycle.ErasureTarget;
import dev.agenthost.context.datalifecycle.postgres.PostgresErasureRepository;
import dev.agenthost.context.fixture.BuildBefore;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replicas of three builds take turns at an erasure: each does what it knows, and none leaves out what it does not. */
class ErasureUpgradeTest {
    private static final String OURS = "select context.erase_step_v0(20)";
    private static final String THEIRS = "select context.erase_step(20)";
    private static final Duration TTL = Duration.ofDays(30);
    private static final Uploader PERSON = new Uploader.Person("demo", "key", Set.of("*"));
    private static final ErasureReceipt ALL = new ErasureReceipt(30, 30, 30, 0, 0, 0, 0);

    @TempDir
    Path before;

    private final Database database = new Database(BuildBefore.VERSION);
    private final PostgresErasureRepository erasures = new PostgresErasureRepository(database.pool());

    @BeforeEach
    void upgrade() {
        BuildBefore.migrations(database.address(), before, "").migrate();
        database.migrate();
        for (String kind : new String[] {"event", "result", "receipt", "audit"}) {
            sql("insert into context.event_log"
                    + " (logged_at, workspace_id, kind, type, event_id, run_id, at, data, source)"
                    + " select now() - make_interval(secs => 9000 - s), 'demo', '" + kind + "', 't',"
                    + " case when '" + kind + "' in ('event', 'result') then 'e' || s end,"
                    + " case when '" + kind + "' in ('result', 'receipt') then md5(s::text)::uuid end, now(),"
                    + " case '" + kind + "' when 'event'"
                    + " then jsonb_build_object('bot_id', 'bot', 'actor', jsonb_build_object('actor_id', 'u' || s % 2))"
                    + " when 'audit' then jsonb_build_object('detail', 'bot=bot sender=u' || s % 2 || ' session=x found=3')"
                    + " else '{}' end, 's' from generate_series(1, 60) s");
        }
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aBuildThatKnowsNoAnswersComesToTheEndOfWhatWeLeftThere() {
        evenOlder();
        Erasure asked = ask();
        Erasure second = ask(new ErasureTarget.Conversation("bot", "of nobody", null));
        while (database.count("from context.erasures where outside = 'answers'") == 0) {
            sql(OURS);
        }

        rounds(THEIRS);

        assertErased(asked);
        assertThat(found(second).isDone()).isTrue();
    }

    @Test
    void aBuildThatKnowsNoAnswersLeavesNoneOutWhenItTookAllItsSteps() {
        evenOlder();
        Erasure asked = ask();

        rounds(THEIRS);

        assertErased(asked);
    }

    @Test
    void itTakesTurnsWithUs() {
        evenOlder();
        Erasure asked = ask();

        rounds(OURS, OURS, THEIRS);

        assertErased(asked);
    }

    @Test
    void theBuildBeforeTakesTurnsWithUs() {
        Erasure asked = ask();

        rounds(THEIRS, OURS, OURS);

        assertErased(asked);
    }

    @Test
    void whatTheBuildBeforeLeftAtAnswersIsGoneOnWith() {
        evenOlder();
        Erasure asked = ask();
        sql("update context.erasures set stage = 'answers', upto = now() - interval '2 hours'");
        sql("insert into context.erased_events (workspace_id, event_id, answers)"
                + " select 'demo', event_id, true from context.event_log"
                + " where kind = 'event' and data #>> '{actor,actor_id}' = 'u1'");
        sql("delete from context.event_log where kind = 'event' and data #>> '{actor,actor_id}' = 'u1'");
        sql("update context.erasures set events = 30");

        rounds(OURS, THEIRS);

        assertErased(asked);
    }

    @Test
    void aBuildThatKnowsNothingForAnActorLeavesNothingThatIsForHim() {
        leavesNothingForHim(THEIRS);
    }

    @Test
    void anEvenOlderOneLeavesNothingThatIsForHim() {
        evenOlder();
        leavesNothingForHim(THEIRS);
    }

    @Test
    void whatIsForAnActorIsCountedOnceWhoeverTakesTheStep() {
        leavesNothingForHim(OURS, THEIRS);
    }

    private void leavesNothingForHim(String... steps) {
        PostgresUploadRepository uploads = new PostgresUploadRepository(
                database.pool(),
                new PostgresArtifactRepository(database.pool(), TTL),
                new UploadLimits(1000, 100_000, 1000, Duration.ofHours(1)),
                TTL);
        uploaded(uploads, "u1", "his", true);
        uploaded(uploads, "u1", "his own", true);
        uploaded(uploads, "u0", "hers", true);
        uploaded(uploads, "u1", "under way", false);
        Erasure asked = ask();

        rounds(steps);

        assertThat(found(asked).isDone()).isTrue();
        assertThat(found(asked).erased().artifacts()).isEqualTo(2);
        assertThat(database.rows("select artifact_id from context.artifacts").stream()
                        .map(row -> row.getString(0)))
                .containsExactly("hers");
        assertThat(database.rows("select artifact_id from context.artifact_uploads").stream()
                        .map(row -> row.getString(0)))
                .containsExactly("hers");
        assertThat(database.count("from context.artifact_contents")).isOne();
    }

    /** Of bytes of its own, for an actor. */
    private static void uploaded(PostgresUploadRepository uploads, String actor, String artifact, boolean isWhole) {
        UUID id = UUID.randomUUID();
        byte[] bytes = artifact.getBytes(StandardCharsets.UTF_8);
        await(uploads.begin(new NewUpload(
                id,
                PERSON,
                new ArtifactOwner("demo", new RunId(id), "bot", "c", null, null, actor, null),
                ArtifactScope.ACTOR,
                artifact,
                "file",
                null,
                null,
                null,
                JsonNodeFactory.instance.objectNode(),
                bytes.length)));
        Upload begun = await(uploads.find(PERSON, id)).orElseThrow();
        if (isWhole) {
            String digest = "of " + artifact;
            assertThat(await(uploads.finish(begun, 0, bytes, digest, "text/plain")))
                    .isEqualTo(new UploadStep.Finished());
        } else {
            assertThat(await(uploads.append(begun, 0, new byte[] {'a'}))).isEqualTo(new UploadStep.At(1));
        }
    }

    /** The functions of the build before the one before, under the same names. */
    private void evenOlder() {
        sql("set search_path = context;\n" + BuildBefore.erasing() + ";\nreset search_path");
    }

    /** Until nothing is left to be done. */
    private void rounds(String... steps) {
        for (int i = 0; database.count("from context.erasures where done_at is null") > 0; i++) {
            sql(steps[i % steps.length]);
            assertThat(i).isLessThan(300);
        }
    }

    private void assertErased(Erasure asked) {
        assertThat(found(asked).isDone()).isTrue();
        assertThat(found(asked).erased()).isEqualTo(ALL);
        assertThat(database.count("from context.event_log where kind <> 'audit'"))
                .isEqualTo(90);
        assertThat(database.count("from context.event_log where data ->> 'detail' like '% sender=u1 %'"))
                .isZero();
        assertThat(database.count("from context.event_log where data ->> 'detail' like '% sender=u0 %'"))
                .isEqualTo(30);
    }

    private Erasure ask() {
        return ask(new ErasureTarget.Actor("u1", null));
    }

    private Erasure ask(ErasureTarget target) {
        UUID id = UUID.randomUUID();
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
        return await(erasures.ask("demo", id, target, audit));
    }

    private Erasure found(Erasure asked) {
        return await(erasures.find("demo", asked.erasureId())).orElseThrow();
    }

    private void sql(String sql) {
        await(database.pool().query(sql).execute());
    }
}
