package dev.agenthost.orchestrator.grant.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.RunsDatabase;
import dev.agenthost.orchestrator.grant.CanonicalGrant;
import dev.agenthost.orchestrator.grant.Grant;
import dev.agenthost.orchestrator.grant.GrantRepository;
import dev.agenthost.orchestrator.grant.HostPolicy;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PostgresGrantRepositoryTest {
    private static RunsDatabase database;
    private static Pool pool;

    private final PostgresGrantRepository grants = new PostgresGrantRepository(pool);

    @BeforeAll
    static void open() {
        database = RunsDatabase.fresh();
        pool = database.pool();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void empty() {
        pool.query("TRUNCATE runs.audit_outbox, runs.grants").executeAndAwait();
    }

    @Test
    void storesAGrantWithItsAuditEntry() {
        ClaimedRun run = ClaimedRuns.claimed();
        AuditEntry entry = entry(run);
        GrantRepository.Stored stored = done(grants.store(run, grant(run), entry));

        assertThat(stored.isFirst()).isTrue();
        assertThat(stored.grant()).isEqualTo(grant(run));
        assertThat(audited()).containsExactly(entry.auditId());
    }

    @Test
    void aLaterAttemptHasTheGrantOfTheFirstAndWritesNoEntry() {
        ClaimedRun run = ClaimedRuns.claimed();
        AuditEntry first = entry(run);
        done(grants.store(run, grant(run), first));
        AgentRunnerPermissions more = AgentRunnerPermissions.of(Map.of("storage", List.of("plugin")));
        GrantRepository.Stored stored = done(grants.store(run, CanonicalGrant.of(freeze(run, more)), entry(run)));

        assertThat(stored.isFirst()).isFalse();
        assertThat(stored.grant().grant()).isEqualTo(grant(run).grant());
        assertThat(audited()).containsExactly(first.auditId());
    }

    @Test
    void eachRunOfABatchHasItsOwnEntry() {
        List<ClaimedRun> runs =
                IntStream.range(0, 20).mapToObj(i -> ClaimedRuns.claimed()).toList();
        List<AuditEntry> entries =
                runs.stream().map(PostgresGrantRepositoryTest::entry).toList();
        done(Uni.join()
                .all(IntStream.range(0, 20)
                        .mapToObj(i -> grants.store(runs.get(i), grant(runs.get(i)), entries.get(i)))
                        .toList())
                .andFailFast());

        assertThat(audited())
                .containsExactlyInAnyOrderElementsOf(
                        entries.stream().map(AuditEntry::auditId).toList());
    }

    private static CanonicalGrant grant(ClaimedRun run) {
        return CanonicalGrant.of(freeze(run, AgentRunnerPermissions.none()));
    }

    private static Grant freeze(ClaimedRun run, AgentRunnerPermissions permissions) {
        AgentRunnerManifest manifest = new AgentRunnerManifest(
                ClaimedRuns.PROBE.toString(),
                ClaimedRuns.PROBE.runner(),
                Map.of("en_US", "x"),
                null,
                AgentRunnerCapabilities.none(),
                permissions,
                List.of(),
                JsonNodeFactory.instance.objectNode());
        return Grant.freeze(manifest, run.binding(), run.resolution().event(), HostPolicy.NOW);
    }

    private static AuditEntry entry(ClaimedRun run) {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                Instant.EPOCH,
                "run-orchestrator",
                run.workspaceId(),
                run.runId(),
                run.binding().runnerId().toString(),
                null,
                "run.granted",
                null,
                null,
                AuditResult.ALLOWED,
                null,
                "the grant");
    }

    private static List<String> audited() {
        return StreamSupport.stream(
                        pool.query("SELECT audit_id FROM runs.audit_outbox")
                                .executeAndAwait()
                                .spliterator(),
                        false)
                .map(row -> row.getUUID(0).toString())
                .toList();
    }

    private static <T> T done(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(30));
    }
}
